// printf, assert, malloc, free, new and delete in device code are calls the device answers.
// ptx: vprintf
// ptx: __assertfail
// ptx: malloc
// ptx: free
// files: 1
#include <cassert>
#include <cstdio>

__global__ void kernel(int n) {
    printf("thread %u of %d: %f\n", threadIdx.x, n, 1.5f);
    assert(n > 0);
    int* numbers = new int[n];
    numbers[0] = n;
    printf("%d\n", numbers[n - 1]);
    delete[] numbers;
    void* bytes = malloc(n);
    free(bytes);
}

int main() {
    printf("host\n");
    kernel<<<1, 1>>>(1);
}
