// Every operation of cuda::atomic and cuda::atomic_ref on every type they hold, at every scope, on
// global and shared memory and on the host.
// expect: cuda_atomic: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cuda/atomic>
#include <cuda/std/atomic>

#include <algorithm>
#include <limits>

constexpr int blocks = 2, threads = 48, total = blocks * threads; // counts to 96 fit every type

__host__ __device__ inline cuda::memory_order order_of(int i) {
    switch (i % 5) {
    case 0: return cuda::memory_order_relaxed;
    case 1: return cuda::memory_order_acquire;
    case 2: return cuda::memory_order_release;
    case 3: return cuda::memory_order_acq_rel;
    default: return cuda::memory_order_seq_cst;
    }
}

// One word per operation, side by side: a small type's neighbours must be left alone.
template<class T>
struct Words {
    T add, sub, bit_and, bit_or, bit_xor, smallest, largest, swapped, exchanged, next;
};

template<class T>
Words<T> initial_words() {
    Words<T> words = {};
    words.bit_and = static_cast<T>(-1);
    words.smallest = std::numeric_limits<T>::max();
    words.largest = std::numeric_limits<T>::lowest();
    return words;
}

// The values that thread i contributes; unsigned types see them wrapped around.
template<class T>
__host__ __device__ T small(int i) {
    return static_cast<T>(i * 7 % 101 - 50);
}
template<class T>
__host__ __device__ T bits(int i) {
    return static_cast<T>(1ull << (i * 5 % (8 * sizeof(T))));
}

// Work of thread i; what it gets back goes into the sums, which do not depend on the order.
template<class T, cuda::thread_scope Scope>
__device__ void contribute(Words<T>* w, int i, int* numbers, unsigned long long* exchanged) {
    using Ref = cuda::atomic_ref<T, Scope>;
    Ref(w->add).fetch_add(small<T>(i), order_of(i));
    Ref(w->sub).fetch_sub(small<T>(i), order_of(i + 1));
    Ref(w->smallest).fetch_min(small<T>(i), order_of(i + 2));
    Ref(w->largest).fetch_max(small<T>(i), order_of(i + 3));
    if constexpr (std::is_integral_v<T>) {
        Ref(w->bit_and).fetch_and(static_cast<T>(~bits<T>(i) | 0x55), order_of(i));
        Ref(w->bit_or).fetch_or(static_cast<T>(bits<T>(i) & 0x33), order_of(i + 1));
        Ref(w->bit_xor).fetch_xor(small<T>(i), order_of(i + 2));
    }
    const Ref swapped(w->swapped);
    T seen = swapped.load(cuda::memory_order_relaxed);
    while (!swapped.compare_exchange_weak(seen, static_cast<T>(seen + 1), order_of(i))) {
    }
    const T before = Ref(w->exchanged).exchange(static_cast<T>(i + 1), order_of(i + 3));
    atomicAdd(exchanged, static_cast<unsigned long long>(before));
    atomicAdd(&numbers[static_cast<int>(Ref(w->next).fetch_add(1, order_of(i + 4)))], 1);
}

template<class T>
void contribute_on_host(Words<T>* w, int i) {
    w->add = static_cast<T>(w->add + small<T>(i));
    w->sub = static_cast<T>(w->sub - small<T>(i));
    w->smallest = std::min(w->smallest, small<T>(i));
    w->largest = std::max(w->largest, small<T>(i));
    if constexpr (std::is_integral_v<T>) {
        w->bit_and = static_cast<T>(w->bit_and & (~bits<T>(i) | 0x55));
        w->bit_or = static_cast<T>(w->bit_or | (bits<T>(i) & 0x33));
        w->bit_xor = static_cast<T>(w->bit_xor ^ small<T>(i));
    }
    w->swapped = static_cast<T>(w->swapped + 1);
    w->next = static_cast<T>(w->next + 1);
}

template<class T, cuda::thread_scope Scope>
__global__ void on_global(Words<T>* words, int* numbers, unsigned long long* exchanged) {
    contribute<T, Scope>(words, blockIdx.x * blockDim.x + threadIdx.x, numbers, exchanged);
}
template<class T>
__global__ void on_shared(Words<T> initial, Words<T>* out, int* numbers,
                          unsigned long long* exchanged) {
    __shared__ Words<T> words;
    if (threadIdx.x == 0) words = initial;
    __syncthreads();
    contribute<T, cuda::thread_scope_block>(&words, blockIdx.x * blockDim.x + threadIdx.x,
                                            numbers + blockIdx.x * total, exchanged + blockIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = words;
}

template<class T>
void expect_words(const std::string& where, const Words<T>& got, const Words<T>& expected) {
#define EXPECT_WORD(name) expect((where + " " #name).c_str(), got.name, expected.name)
    EXPECT_WORD(add);
    EXPECT_WORD(sub);
    EXPECT_WORD(bit_and);
    EXPECT_WORD(bit_or);
    EXPECT_WORD(bit_xor);
    EXPECT_WORD(smallest);
    EXPECT_WORD(largest);
    EXPECT_WORD(swapped);
    EXPECT_WORD(next);
#undef EXPECT_WORD
}

// All numbers below `count` were given out once, and what was exchanged in came out or is there.
template<class T>
void expect_ledger(const std::string& where, int count, const int* numbers, T left,
                   unsigned long long exchanged, unsigned long long expected) {
    for (int n = 0; n < count; ++n)
        expect((where + " number").c_str(), numbers[n], 1);
    expect((where + " exchanged").c_str(), exchanged + static_cast<unsigned long long>(left),
           expected);
}

template<class T, cuda::thread_scope Scope>
void check_global(const std::string& where) {
    DeviceArray<Words<T>> words(std::vector<Words<T>>{initial_words<T>()});
    DeviceArray<int> numbers(total);
    DeviceArray<unsigned long long> exchanged(1);
    on_global<T, Scope><<<blocks, threads>>>(words.data(), numbers.data(), exchanged.data());
    CUDA_CHECK(cudaGetLastError());
    Words<T> expected = initial_words<T>();
    for (int i = 0; i < total; ++i)
        contribute_on_host(&expected, i);
    const Words<T> got = words.host()[0];
    expect_words(where, got, expected);
    expect_ledger(where, total, numbers.host().data(), got.exchanged, exchanged.host()[0],
                  total * (total + 1) / 2);
}

template<class T>
void check_shared(const std::string& where) {
    DeviceArray<Words<T>> words(blocks);
    DeviceArray<int> numbers(blocks * total);
    DeviceArray<unsigned long long> exchanged(blocks);
    on_shared<<<blocks, threads>>>(initial_words<T>(), words.data(), numbers.data(),
                                   exchanged.data());
    CUDA_CHECK(cudaGetLastError());
    for (int block = 0; block < blocks; ++block) {
        Words<T> expected = initial_words<T>();
        unsigned long long put_in = 0;
        for (int i = block * threads; i < (block + 1) * threads; ++i) {
            contribute_on_host(&expected, i);
            put_in += i + 1;
        }
        const Words<T> got = words.host()[block];
        expect_words(where, got, expected);
        expect_ledger(where, threads, numbers.host().data() + block * total, got.exchanged,
                      exchanged.host()[block], put_in);
    }
}

// --- Each operation's result and effect, one after the other -------------------------------------

// The same code on device and host; `expected` says what both must write.
template<class T, cuda::thread_scope Scope>
__host__ __device__ int tour(cuda::atomic<T, Scope>* a, T* out) {
    T* const begin = out;
    a->store(5);
    *out++ = a->load();
    *out++ = (*a = 7);
    *out++ = *a;
    *out++ = a->exchange(20);
    *out++ = a->fetch_add(3);
    *out++ = a->fetch_sub(1);
    *out++ = (*a)++;
    *out++ = (*a)--;
    *out++ = ++*a;
    *out++ = --*a;
    *out++ = (*a += 8);
    *out++ = (*a -= 10);
    *out++ = a->fetch_min(30);
    *out++ = a->fetch_min(11);
    *out++ = a->fetch_max(2);
    *out++ = a->fetch_max(13);
    *out++ = a->load(cuda::memory_order_acquire);
    T seen = 12;
    *out++ = a->compare_exchange_strong(seen, 1);
    *out++ = seen;
    *out++ =
        a->compare_exchange_strong(seen, 9, cuda::memory_order_acq_rel, cuda::memory_order_acquire);
    a->store(6, cuda::memory_order_release);
    *out++ = a->is_lock_free();
    a->wait(5); // it is 6, so this does not wait
    a->notify_one();
    a->notify_all();
    if constexpr (std::is_integral_v<T>) {
        *out++ = a->fetch_and(12);
        *out++ = a->fetch_or(3);
        *out++ = a->fetch_xor(5);
        *out++ = (*a &= 6);
        *out++ = (*a |= 9);
        *out++ = (*a ^= 3);
    }
    *out++ = a->load();
    return static_cast<int>(out - begin);
}
template<class T>
const std::vector<T> tour_expected = {5,  7,  7,  7,  20, 23, 22, 23, 23, 22, 30,
                                      20, 20, 20, 11, 11, 13, 0,  13, 1,  1};
template<class T>
const std::vector<T> tour_of_bits = {6, 4, 7, 2, 11, 8, 8};

template<class T, cuda::thread_scope Scope>
__global__ void tour_on_global(cuda::atomic<T, Scope>* a, T* out, int* steps) {
    *steps = tour(a, out);
}
template<class T, cuda::thread_scope Scope>
__global__ void tour_on_shared(T* out, int* steps) {
    __shared__ cuda::atomic<T, Scope> a;
    *steps = tour(&a, out);
}

template<class T, cuda::thread_scope Scope>
void check_tour(const std::string& where) {
    std::vector<T> expected = tour_expected<T>;
    if constexpr (std::is_integral_v<T>)
        expected.insert(expected.end(), tour_of_bits<T>.begin(), tour_of_bits<T>.end());
    else
        expected.push_back(6);

    std::vector<T> on_host(64);
    cuda::atomic<T, Scope> host;
    on_host.resize(tour(&host, on_host.data()));
    expect_all((where + " host").c_str(), on_host, expected);

    for (const bool shared : {false, true}) {
        DeviceArray<T> out(64);
        DeviceArray<int> steps(1);
        DeviceArray<unsigned char> room(sizeof(cuda::atomic<T, Scope>));
        auto* const global = reinterpret_cast<cuda::atomic<T, Scope>*>(room.data());
        if (shared)
            tour_on_shared<T, Scope><<<1, 1>>>(out.data(), steps.data());
        else
            tour_on_global<<<1, 1>>>(global, out.data(), steps.data());
        CUDA_CHECK(cudaGetLastError());
        std::vector<T> got = out.host();
        got.resize(steps.host()[0]);
        expect_all((where + (shared ? " shared" : " global")).c_str(), got, expected);
    }
}

template<class T>
void check_number(const std::string& type) {
    check_global<T, cuda::thread_scope_device>(type + " device");
    check_shared<T>(type + " block");
    check_tour<T, cuda::thread_scope_device>(type + " tour, device");
}
template<class T>
void check_scopes(const std::string& type) {
    check_global<T, cuda::thread_scope_system>(type + " system");
    check_tour<T, cuda::thread_scope_block>(type + " tour, block");
    check_tour<T, cuda::thread_scope_system>(type + " tour, system");
    check_tour<T, cuda::thread_scope_thread>(type + " tour, thread");
}

// --- Values that are no numbers ------------------------------------------------------------------

struct Two {
    char a, b;
};
struct Four {
    short a, b;
};
struct Eight {
    int a;
    float b;
};

// Adds 1 to the first and takes 1 from the second member, both at once.
template<class T>
__global__ void change_both(T* value) {
    const cuda::atomic_ref<T, cuda::thread_scope_device> ref(*value);
    T seen = ref.load(cuda::memory_order_relaxed), next;
    do {
        next = seen;
        ++next.a;
        --next.b;
    } while (!ref.compare_exchange_weak(seen, next, cuda::memory_order_acq_rel,
                                        cuda::memory_order_relaxed));
}

template<class T>
void check_struct(const char* what) {
    DeviceArray<T> value(std::vector<T>{T{3, 100}, T{1, 2}});
    change_both<<<blocks, threads>>>(value.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<T> got = value.host();
    expect(what, int(got[0].a), 3 + total);
    expect(what, int(got[0].b), 100 - total);
    expect(what, int(got[1].a), 1);
    expect(what, int(got[1].b), 2);
}

enum class Colour : unsigned char { red, green, blue };

__global__ void others(int* array, int** pointers, bool* bools, Colour* colours, int* taken) {
    using Pointer = cuda::atomic_ref<int*, cuda::thread_scope_device>;
    const Pointer next(pointers[0]);
    atomicAdd(next.fetch_add(2, cuda::memory_order_relaxed), 1); // each thread its own element
    const cuda::atomic_ref<bool, cuda::thread_scope_device> flag(bools[1]);
    if (!flag.exchange(true)) atomicAdd(taken, 1); // only the first finds it false
    bool no = false;
    if (cuda::atomic_ref<bool, cuda::thread_scope_device>(bools[2]).compare_exchange_strong(no,
                                                                                            true))
        atomicAdd(taken, 100);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        const Pointer one(pointers[1]);
        one.store(array);
        one++;
        ++one;
        one += 5;
        one -= 3;
        --one;
        one.fetch_sub(1);
        const cuda::atomic_ref<Colour> colour(colours[1]);
        if (colour.exchange(Colour::blue) == Colour::red) colours[2] = colour.load();
    }
}

void check_others() {
    DeviceArray<int> array(2 * total), taken(1);
    DeviceArray<int*> pointers(std::vector<int*>{array.data(), nullptr});
    DeviceArray<bool> bools(4);
    DeviceArray<Colour> colours(4);
    others<<<blocks, threads>>>(array.data(), pointers.data(), bools.data(), colours.data(),
                                taken.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> counts = array.host();
    for (int i = 0; i < 2 * total; ++i)
        expect("pointer elements", counts[i], i % 2 == 0 ? 1 : 0);
    expect("pointer", pointers.host()[0] - array.data(), 2 * total);
    expect("pointer steps", pointers.host()[1] - array.data(), 2);
    expect("bool winners", taken.host()[0], 101);
    bool got[4];
    CUDA_CHECK(cudaMemcpy(got, bools.data(), sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; ++i)
        expect("bools", got[i], i == 1 || i == 2);
    const std::vector<Colour> seen = colours.host();
    expect("colour", int(seen[1]), int(Colour::blue));
    expect("colour copy", int(seen[2]), int(Colour::blue));
    expect("colour neighbours", int(seen[0]) + int(seen[3]), 0);
}

// --- Objects of namespace scope, and the C++ names -----------------------------------------------

__device__ cuda::atomic<int, cuda::thread_scope_device> counter(40);
__device__ cuda::atomic<double> sum{0.5};
__device__ cuda::std::atomic<unsigned> standard;

__global__ void variables(int* out, unsigned* standard_out) {
    counter.fetch_add(1, cuda::std::memory_order_relaxed);
    sum += 0.25;
    cuda::std::atomic_fetch_add(&standard, 2u);
    cuda::std::atomic_fetch_sub_explicit(&standard, 1u, cuda::std::memory_order_relaxed);
    if (threadIdx.x == 0) *standard_out = cuda::std::atomic_load(&standard) > 0;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        out[0] = counter;
    }
}

__host__ __device__ inline bool free_functions(cuda::std::atomic<unsigned>* a) {
    using namespace cuda::std;
    bool ok = atomic_is_lock_free(a);
    atomic_store(a, 5u);
    ok &= atomic_load(a) == 5 && atomic_exchange(a, 6u) == 5;
    atomic_store_explicit(a, 9u, memory_order_release);
    ok &= atomic_load_explicit(a, memory_order_acquire) == 9;
    ok &= atomic_exchange_explicit(a, 12u, memory_order_acq_rel) == 9;
    ok &= atomic_fetch_and(a, 8u) == 12 && atomic_fetch_or(a, 3u) == 8;
    ok &= atomic_fetch_xor(a, 1u) == 11 &&
          atomic_fetch_add_explicit(a, 5u, memory_order_relaxed) == 10;
    ok &= atomic_fetch_sub(a, 1u) == 15;
    unsigned seen = 1;
    ok &= !atomic_compare_exchange_strong(a, &seen, 2u) && seen == 14;
    ok &= atomic_compare_exchange_strong_explicit(a, &seen, 2u, memory_order_acq_rel,
                                                  memory_order_relaxed);
    seen = 2;
    while (!atomic_compare_exchange_weak(a, &seen, 3u)) {
    }
    atomic_wait(a, 2u);
    atomic_notify_one(a);
    atomic_notify_all(a);
    return ok && a->load() == 3;
}

__global__ void free_functions_on_device(cuda::std::atomic<unsigned>* a, int* ok) {
    *ok = free_functions(a);
}

void check_names() {
    DeviceArray<int> out(1);
    DeviceArray<unsigned> flag(1), room(1);
    variables<<<1, 64>>>(out.data(), flag.data());
    CUDA_CHECK(cudaGetLastError());
    expect("device variable", out.host()[0], 104);
    expect("standard variable", flag.host()[0], 1u);
    double total_of_sum;
    CUDA_CHECK(cudaMemcpyFromSymbol(&total_of_sum, sum, sizeof total_of_sum));
    expect("double variable", total_of_sum, 16.5);

    free_functions_on_device<<<1, 1>>>(reinterpret_cast<cuda::std::atomic<unsigned>*>(room.data()),
                                       out.data());
    CUDA_CHECK(cudaGetLastError());
    expect("free functions on the device", out.host()[0], 1);
    cuda::std::atomic<unsigned> host(0);
    expect("free functions on the host", free_functions(&host), true);

    static_assert(sizeof(cuda::atomic<char>) == 4 && sizeof(cuda::atomic<double>) == 8);
    static_assert(cuda::atomic<int>::is_always_lock_free);
    static_assert(cuda::atomic_ref<int>::required_alignment == 4);
}

int main() {
    check_number<signed char>("signed char");
    check_number<unsigned char>("unsigned char");
    check_number<short>("short");
    check_number<unsigned short>("unsigned short");
    check_number<int>("int");
    check_number<unsigned>("unsigned");
    check_number<long long>("long long");
    check_number<unsigned long long>("unsigned long long");
    check_number<float>("float");
    check_number<double>("double");
    check_scopes<unsigned char>("unsigned char");
    check_scopes<int>("int");
    check_scopes<double>("double");
    check_struct<Two>("2-byte struct");
    check_struct<Four>("4-byte struct");
    check_struct<Eight>("8-byte struct");
    check_others();
    check_names();
    return finish("cuda_atomic");
}
