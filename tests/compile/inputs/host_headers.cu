// The host half is ordinary C++20 with any header of the standard library.
// out: 3 1 2 3
#include <algorithm>
#include <atomic>
#include <chrono>
#include <complex>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <ranges>
#include <sstream>
#include <stdlib.h>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

__global__ void kernel() {}

int main() {
    std::vector<int> v{3, 1, 2};
    std::ranges::sort(v);
    const std::complex<double> i(0, 1);
    std::map<std::string, int> counts{{"a", 3}};
    std::jthread([&] { counts["b"] = 1; }).join();
    std::cout << counts["a"];
    for (const int x : v)
        std::cout << ' ' << x;
    std::cout << '\n' << std::abs(i * i) << std::flush;
    kernel<<<1, 1>>>();
}
