// Shows a queue of tasks that a few blocks work off and add to: a task splits its range until it is
// small, so nobody knows in advance how much there is to do or who will do it.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                              \
    do {                                                                                         \
        const cudaError_t status = (call);                                                       \
        if (status != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status));                                            \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)
constexpr int threads = 64;
constexpr int blocks = 8;
constexpr int small_range = 100;
constexpr int capacity = 4096;

struct Task {
    int first, count;
};

struct Queue {
    Task tasks[capacity];
    unsigned ready[capacity];  // 1 once a task's words are in memory
    unsigned taken, added;     // tickets drawn so far by takers and by adders
    unsigned pending;          // tasks added and not yet finished: at zero all is done
    unsigned overflowed;
};

__device__ void add_task(Queue* queue, Task task) {
    const unsigned ticket = atomicAdd(&queue->added, 1u);
    if (ticket >= capacity) {
        atomicExch(&queue->overflowed, 1u);
        return;
    }
    atomicAdd(&queue->pending, 1u);
    queue->tasks[ticket] = task;
    __threadfence();  // first the task, then the word that says it is there
    atomicExch(&queue->ready[ticket], 1u);
}

/// A number that costs an unforeseeable time: the steps of the 3n+1 problem.
__device__ __host__ int steps_of(int n) {
    int steps = 0;
    for (long long k = n; k > 1; ++steps) {
        k = k % 2 == 0 ? k / 2 : 3 * k + 1;
    }
    return steps;
}

__global__ void work(Queue* queue, int* steps) {
    __shared__ Task task;
    __shared__ bool have_task;
    while (true) {
        // Thread 0 draws a ticket and waits until its task is there or all work is done.
        if (threadIdx.x == 0) {
            const unsigned ticket = atomicAdd(&queue->taken, 1u);
            have_task = false;
            while (ticket < capacity && !have_task && atomicAdd(&queue->pending, 0u) != 0) {
                have_task = atomicAdd(&queue->ready[ticket], 0u) == 1;
            }
            if (have_task) {
                __threadfence();
                task = queue->tasks[ticket];
            }
        }
        __syncthreads();
        if (!have_task) {
            return;
        }
        if (task.count > small_range) {
            if (threadIdx.x == 0) {
                const int half = task.count / 2;
                add_task(queue, {task.first, half});
                add_task(queue, {task.first + half, task.count - half});
            }
        } else {
            for (int i = threadIdx.x; i < task.count; i += threads) {
                steps[task.first + i] = steps_of(task.first + i);
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicSub(&queue->pending, 1u);  // after its halves were counted: never zero too early
        }
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 6'000;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [numbers]\n", argv[0]);
        return 2;
    }

    std::vector<Queue> host(1);
    host[0].tasks[0] = {0, n};
    host[0].ready[0] = 1;
    host[0].added = 1;
    host[0].pending = 1;
    Queue* queue;
    int* device_steps;
    CHECK(cudaMalloc(&queue, sizeof(Queue)));
    CHECK(cudaMalloc(&device_steps, n * sizeof(int)));
    CHECK(cudaMemcpy(queue, host.data(), sizeof(Queue), cudaMemcpyHostToDevice));
    work<<<blocks, threads>>>(queue, device_steps);
    CHECK(cudaGetLastError());

    std::vector<int> steps(n);
    CHECK(cudaMemcpy(steps.data(), device_steps, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(host.data(), queue, sizeof(Queue), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(queue));
    CHECK(cudaFree(device_steps));
    if (host[0].overflowed != 0) {
        std::printf("work_queue: the queue holds no more than %d tasks\n", capacity);
        return 1;
    }
    for (int i = 0; i < n; ++i) {
        if (steps[i] != steps_of(i)) {
            std::printf("work_queue: %d takes %d steps, expected %d\n", i, steps[i], steps_of(i));
            return 1;
        }
    }
    std::printf("work_queue: %d numbers, %u tasks: ok\n", n, host[0].added);
    return 0;
}
