"""All integer solutions of equations between sums, by OR-tools CP-SAT.

In: upper bounds of variables and equations over them. Out: every solution, passed to a function one
by one. This is the only module that knows OR-tools, and the library is imported on the first call:
that takes most of a second.
"""

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias

from exactsweep.budget import interrupt_later

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
    from ortools.sat.python.cp_model_helper import CpSolverStatus

Equation: TypeAlias = tuple[Sequence[int], int]
"""Variables, by their index, and what they add up to."""

LOOK_EVERY = 0.1
"""Seconds between two looks for Ctrl-C: not every system wakes a waiting thread for it."""


def each_solution(
    bounds: Sequence[int],
    equations: Sequence[Equation],
    found: Callable[[list[int]], None],
    seconds: float | None,
) -> bool:
    """Call *found* with every solution in which variable i lies between 0 and ``bounds[i]``.

    Returns whether the solutions were all found before *seconds* were over. Ctrl-C ends the search
    with `KeyboardInterrupt`, and what *found* raises ends it too.
    """
    with interrupt_later():
        from ortools.sat.python import cp_model

    class EachSolution(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found([self.value(variable) for variable in variables])

    model = cp_model.CpModel()
    variables = [model.new_int_var(0, bound, "") for bound in bounds]
    for indices, total in equations:
        model.add(cp_model.LinearExpr.sum([variables[i] for i in indices]) == total)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    # The library's own handler would end the search as if time had run out, without a sign of it.
    solver.parameters.catch_sigint_signal = False
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = _solve_apart(solver, model, EachSolution())
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE, cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise ValueError(f"CP-SAT calls the model {solver.status_name(status)}")
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _solve_apart(
    solver: "cp_model.CpSolver",
    model: "cp_model.CpModel",
    callback: "cp_model.CpSolverSolutionCallback",
) -> "CpSolverStatus":
    """Solve in a thread of its own, so that this one runs Python and can be interrupted."""
    status: list[CpSolverStatus] = []
    raised: list[BaseException] = []
    # Not Thread.join: interrupted while it waits, Python 3.11 takes the thread for a dead one.
    done = Event()

    def work() -> None:
        try:
            status.append(solver.solve(model, callback))
        except BaseException as error:
            raised.append(error)
        finally:
            done.set()

    thread = Thread(target=work, daemon=True)
    try:
        thread.start()
        while not done.wait(LOOK_EVERY):
            pass
    except BaseException:
        while thread.is_alive() and not done.is_set():
            solver.stop_search()
            done.wait(LOOK_EVERY)
        raise
    if raised:
        raise raised[0]
    return status[0]
