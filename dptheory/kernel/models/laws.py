"""The laws of a world: which kind a term denotes, and what expectations and probabilities under it are."""

from __future__ import annotations

from ..limits import KernelError
from ..logic.sorts import REAL
from ..logic.terms import Expr, abstract, applied, apply_function
from ..logic.terms import var as logic_var
from ..real.terms import Term, num, rational_value
from . import finite_laws, noise_laws
from .evaluator import Evaluator, Law
from .noise import Gamma, Gaussian, Gibbs, Laplace
from .worlds import FiniteLaw, Noise


def evaluate(at: Evaluator, term: Expr) -> Law:
    """The law that a term denotes; scales and shapes are positive."""
    made = _law(at, term)
    if not isinstance(made, FiniteLaw | Gibbs):
        noise_laws.positive(at, made.scale)
        if isinstance(made, Gamma):
            noise_laws.positive(at, made.shape)
    return made


def _law(at: Evaluator, term: Expr) -> Law:
    head = term.head
    if head == "gaussian":
        return Gaussian(*(at.number(a) for a in term.args))
    if head in ("gammalaw", "explaw"):
        shape = at.number(term.args[0]) if head == "gammalaw" else num(1)
        return Gamma(shape, at.number(term.args[-1]))
    if head == "l2laplace":
        return Laplace(num(0), at.number(term.args[0]))
    if head == "image":
        return noise_laws.moved(at, at.law(term.args[0]), term.args[1])
    if head.startswith("subsets"):
        return finite_laws.subsets(at.world.size, head, [rational_value(at.number(a)) for a in term.args])
    if head == "chain":
        return _chain(at, term)
    if head == "gibbs":
        return finite_laws.gibbs(at, term)
    if head == "iid":
        return finite_laws.product(at.world, at.law(term.args[0]))
    return _named(at, term)


def _chain(at: Evaluator, term: Expr) -> FiniteLaw:
    """The law of a sequence of draws."""

    def step(place: int, drawn: tuple[Term, ...]) -> FiniteLaw:
        return finite_laws.following(at.law(finite_laws.next_draw(at, term.args[1], place, drawn)))

    return finite_laws.sequences(rational_value(at.number(term.args[0])), step)


def _named(at: Evaluator, term: Expr) -> Law:
    """A law, or a kernel at arguments, that the world gives."""
    fn, terms = applied(term)
    arguments = tuple(map(at.value, terms))
    given = at.bound.get(fn.label, at.world.values.get(fn.label)) if fn.head == "var" else None
    if isinstance(given, FiniteLaw):
        return finite_laws.kernel(at.world, given, arguments)
    if isinstance(given, Noise):
        return noise_laws.named(at.world, given, arguments)
    raise KernelError(f"the world gives no law to {fn.label or fn.head!r}")


def expectation(at: Evaluator, term: Expr) -> Term:
    """E under a law of the world."""
    if term.args[0].head in ("mixture", "image"):
        return at.number(_drawn_within(term, "E"))
    if term.args[0].head == "chain":
        known = finite_laws.unmoved(at, term.args[1])
        if known is not None:
            return known
    if term.args[0].head == "chain" and rational_value(at.number(term.args[0].args[0])) == 1:
        first = at.law(finite_laws.next_draw(at, term.args[0].args[1], 1, ()))
        if not isinstance(first, FiniteLaw):
            return noise_laws.first_of_chain(at, first, term.args[1])
    source = at.law(term.args[0])
    if isinstance(source, Gaussian | Laplace):
        return noise_laws.expectation(at, source, term.args[1])
    if not isinstance(source, FiniteLaw | Gibbs):
        raise KernelError("a world evaluates expectations over finite laws only")
    return finite_laws.expectation(at, source, term.args[1])


def probability(at: Evaluator, term: Expr) -> Term:
    """P under a law of the world."""
    drawn, event = term.args
    if drawn.head == "mixture" or (drawn.head == "image" and not noise_laws.is_moved(at, drawn)):
        return at.number(_drawn_within(term, "P"))
    source = at.law(drawn)
    if isinstance(source, FiniteLaw | Gibbs):
        return finite_laws.probability(at, source, event)
    return noise_laws.probability(at, source, event)


def _drawn_within(term: Expr, head: str) -> Expr:
    """E or P under the law of an image or a mixture, by what was drawn: P[y ~ image[x ~ mu](f(x))](phi(y))
    is P[x ~ mu](phi(f(x))), P[y ~ mixture[x ~ mu](K(x))](phi(y)) is E[x ~ mu](P[y ~ K(x)](phi(y)))."""
    source, event = term.args
    base, made = source.args
    drawn = logic_var("@drawn", base.sort.args[0])
    inner = apply_function(made, drawn)
    if source.head == "image":
        body, outer = apply_function(event, inner), head
    else:
        body, outer = Expr(head, (inner, event), REAL), "E"
    return Expr(outer, (base, abstract(drawn.label, base.sort.args[0], body)), REAL)
