// Comparisons as relations between operands in order or exchanged. Included by family files only;
// everything is internal to their level.
#pragma once

#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

// Every comparison is one of five relations, with its operands in order or exchanged, and its
// outcome as it is or complemented: an unordered comparison is the complement of the opposite
// ordered one.
struct Equal {
    template<class T>
    bool operator()(T a, T b) const {
        return a == b;
    }
};
struct Less {
    template<class T>
    bool operator()(T a, T b) const {
        return a < b;
    }
};
struct LessEqual {
    template<class T>
    bool operator()(T a, T b) const {
        return a <= b;
    }
};
/// False when either is NaN, unlike C++'s !=.
struct Different {
    template<class T>
    bool operator()(T a, T b) const {
        return a < b || a > b;
    }
};
struct BothNumbers {
    template<class T>
    bool operator()(T a, T b) const {
        return a == a && b == b;
    }
};

enum class Relation : std::uint8_t { Equal, Less, LessEqual, Different, BothNumbers };
struct Form {
    Relation relation;
    bool exchanged, complemented;
};

bool float_form(Comparison comparison, Form& form) {
    switch (comparison) {
    case Comparison::Eq: form = {Relation::Equal, false, false}; return true;
    case Comparison::Ne: form = {Relation::Different, false, false}; return true;
    case Comparison::Lt: form = {Relation::Less, false, false}; return true;
    case Comparison::Le: form = {Relation::LessEqual, false, false}; return true;
    case Comparison::Gt: form = {Relation::Less, true, false}; return true;
    case Comparison::Ge: form = {Relation::LessEqual, true, false}; return true;
    case Comparison::Equ: form = {Relation::Different, false, true}; return true;
    case Comparison::Neu: form = {Relation::Equal, false, true}; return true;
    case Comparison::Ltu: form = {Relation::LessEqual, true, true}; return true;
    case Comparison::Leu: form = {Relation::Less, true, true}; return true;
    case Comparison::Gtu: form = {Relation::LessEqual, false, true}; return true;
    case Comparison::Geu: form = {Relation::Less, false, true}; return true;
    case Comparison::Num: form = {Relation::BothNumbers, false, false}; return true;
    case Comparison::Nan: form = {Relation::BothNumbers, false, true}; return true;
    default: return false;
    }
}

/// Operands as they are.
struct Keep {
    template<class T>
    T operator()(T a) const {
        return a;
    }
};

} // namespace
WARPSCOPE_ISA_END
