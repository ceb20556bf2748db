// Writing and reading the container of PTX that a program carries.
#include "runtime/compile/container.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace warpscope::compile {
namespace {

constexpr std::size_t alignment = 8;

std::size_t padded(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
}

template<class T>
void append_bytes(std::string& to, const T& value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

Diagnostic unusable(std::string message) {
    Diagnostic error;
    error.message = std::move(message);
    error.hint = "build the program again";
    return error;
}

Diagnostic damaged(const std::string& what) {
    return unusable("the device code in this program is damaged: " + what);
}

/// Takes structures and texts off the front of the bytes, or says that there are too few.
class Cursor {
public:
    explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::size_t position() const { return position_; }

    template<class T>
    bool take(T& value) {
        if (bytes_.size() - position_ < sizeof value) return false;
        std::memcpy(&value, bytes_.data() + position_, sizeof value);
        position_ += sizeof value;
        return true;
    }

    /// A text of `length` bytes and the NUL after it.
    bool take_text(std::string_view& text, std::uint64_t length) {
        if (length >= bytes_.size() - position_) return false;
        const char* begin = reinterpret_cast<const char*>(bytes_.data() + position_);
        if (begin[length] != '\0') return false;
        text = {begin, static_cast<std::size_t>(length)};
        position_ += static_cast<std::size_t>(length) + 1;
        return true;
    }

    bool skip_padding() {
        const std::size_t next = padded(position_);
        if (next > bytes_.size()) return false;
        position_ = next;
        return true;
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
};

bool take_image(Cursor& cursor, ImageView& image) {
    ImageHeader header;
    if (!cursor.take(header)) return false;
    image.flags = header.flags;
    return cursor.take_text(image.source_path, header.source_path_bytes) &&
           cursor.take_text(image.source_hash, header.source_hash_bytes) &&
           cursor.take_text(image.ptx, header.ptx_bytes) &&
           cursor.take_text(image.contract_ptx, header.contract_ptx_bytes) && cursor.skip_padding();
}

} // namespace

std::string write_container(std::span<const Image> images) {
    std::string bytes(sizeof(ContainerHeader), '\0');
    for (const Image& image : images) {
        append_bytes(bytes,
                     ImageHeader{image.flags, 0, image.source_path.size(), image.source_hash.size(),
                                 image.ptx.size(), image.contract_ptx.size()});
        for (const std::string* text :
             {&image.source_path, &image.source_hash, &image.ptx, &image.contract_ptx})
            bytes.append(*text).push_back('\0');
        bytes.resize(padded(bytes.size()), '\0');
    }
    ContainerHeader header{
        {}, bytes.size(), container_version, static_cast<std::uint32_t>(images.size())};
    std::copy(std::begin(container_magic), std::end(container_magic), header.magic);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

Result<std::vector<ImageView>> read_container(std::span<const std::byte> bytes) {
    Cursor cursor(bytes);
    ContainerHeader header;
    if (!cursor.take(header)) return damaged("its header is cut short");
    if (!starts_container(header.magic)) return damaged("it does not begin with the magic bytes");
    if (header.version != container_version)
        return unusable(fmt::format("this program was built by another version of Warpscope "
                                    "(container version {}, expected {})",
                                    header.version, container_version));
    if (header.total_bytes != bytes.size())
        return damaged(fmt::format("it has {} bytes where its header says {}", bytes.size(),
                                   header.total_bytes));
    // Bounds the reservation below by what the bytes can hold.
    if (header.image_count > bytes.size() / sizeof(ImageHeader))
        return damaged(fmt::format("it cannot hold {} images", header.image_count));

    std::vector<ImageView> images(header.image_count);
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (!take_image(cursor, images[i]))
            return damaged(fmt::format("image {} of {} is cut short", i + 1, images.size()));
    }
    if (cursor.position() != bytes.size()) return damaged("bytes follow the last image");
    return images;
}

bool starts_container(const void* data) {
    return std::memcmp(data, container_magic, sizeof container_magic) == 0;
}

Result<std::vector<ImageView>> read_embedded_container(const void* data) {
    if (!starts_container(data)) return damaged("it does not begin with the magic bytes");
    ContainerHeader header;
    std::memcpy(&header, data, sizeof header);
    return read_container(
        {static_cast<const std::byte*>(data), static_cast<std::size_t>(header.total_bytes)});
}

} // namespace warpscope::compile
