# The table of layers and of what each may use; scripts/check_layers.py reads the same lines.
#
# One line a folder, lower layers first. USES is transitive. A folder that does not exist yet is
# an empty library, so the table may name what is still to come.

warpscope_layer(sim/base)
warpscope_layer(sim/gpu          USES sim/base)
warpscope_layer(sim/rules        USES sim/gpu sim/base)
warpscope_layer(sim/report       USES sim/base)
warpscope_layer(sim/events       USES sim/report sim/rules sim/base)
warpscope_layer(sim/program      USES sim/base)

warpscope_layer(sim/memory       USES sim/program sim/events sim/rules sim/gpu sim/report sim/base)
warpscope_layer(sim/state        USES sim/memory)
warpscope_layer(sim/isa          USES sim/state)
warpscope_layer(sim/ptx          USES sim/isa sim/program)
warpscope_layer(sim/exec         USES sim/isa)
warpscope_layer(sim/timing       USES sim/exec)
warpscope_layer(sim/checkers     USES sim/events sim/program sim/rules sim/gpu sim/report sim/base)
warpscope_layer(sim/counters     USES sim/events sim/program sim/rules sim/gpu sim/report sim/base)
warpscope_layer(sim/debug        USES sim/timing sim/checkers sim/counters sim/exec sim/ptx)

warpscope_layer(runtime/driver   USES sim/memory sim/base)
warpscope_layer(runtime/report   USES sim/debug)
warpscope_layer(runtime/compile  USES runtime/report sim/debug)
warpscope_layer(runtime/compare  USES runtime/driver runtime/report sim/debug)
warpscope_layer(runtime/host     USES runtime/compare runtime/driver runtime/compile runtime/report sim/debug)

warpscope_layer(lessons          USES runtime/host runtime/compile runtime/report)
warpscope_layer(gui              USES lessons)
# The command line starts the desktop program; it links no window system, which would slow its start.
warpscope_layer(cli              USES lessons)
