// StreamOrder: which launches and copies the host's calls put before which.
#pragma once

#include <cstdint>
#include <map>

#include "sim/events/events.h"

namespace warpscope {

/// Operations are numbered in the order of the host's calls, from 1.
class StreamOrder {
public:
    /// A new operation in the stream; its number.
    std::uint32_t begin(StreamId stream) {
        of_operation_ = known_[stream];
        stream_ = stream;
        if (before_all()) { // the usual case: what came before need not be told apart
            everything_before_ = last_;
            stream_of_.clear();
        }
        ++last_;
        known_[stream][stream] = last_;
        newest_[stream] = last_;
        stream_of_[last_] = stream;
        return last_;
    }
    void on_edge(const StreamEdgeEvent& edge) {
        if (edge.whole_device) {
            everything_before_ = last_;
            stream_of_.clear();
            known_.clear();
            newest_.clear();
            return;
        }
        for (const auto& [stream, number] : known_[edge.from]) {
            std::uint32_t& there = known_[edge.to][stream];
            there = there < number ? number : there;
        }
    }
    /// Whether an earlier operation happens before the one that began last.
    bool before(std::uint32_t operation) const {
        if (operation <= everything_before_) return true;
        const auto stream = stream_of_.find(operation);
        return stream == stream_of_.end() || ends_before(stream->second, operation);
    }
    /// Whether all earlier operations do.
    bool before_all() const {
        for (const auto& [stream, number] : newest_)
            if (number > everything_before_ && !ends_before(stream, number)) return false;
        return true;
    }

private:
    bool ends_before(StreamId stream, std::uint32_t number) const {
        if (stream == stream_) return true;
        const auto known = of_operation_.find(stream);
        return known != of_operation_.end() && known->second >= number;
    }

    std::map<StreamId, std::map<StreamId, std::uint32_t>> known_; ///< newest operations, by stream
    std::map<StreamId, std::uint32_t> of_operation_, newest_;
    std::map<std::uint32_t, StreamId> stream_of_; ///< of those after everything_before_
    StreamId stream_ = 0;
    std::uint32_t last_ = 0, everything_before_ = 0;
};

} // namespace warpscope
