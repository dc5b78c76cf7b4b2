"""Inequalities with their sources: true ones, false ones, and the false twins of true ones."""

from __future__ import annotations

from dataclasses import dataclass, field

from dptheory.kernel import check
from dptheory.kernel.real import FLIPPED, Claim, Relation, Term, claim_of, num, parse_claim, var
from dptheory.prover import prove

DP = "differential-privacy literature"
LEARNING = "learning theory"
CLASSICAL = "classical"
METITARSKI = "MetiTarski problem set"
POLYA = "polya examples (Avigad, Lewis, Roux)"


@dataclass(frozen=True)
class Case:
    """A claim, its conditions, where it is from, and twins: false claims close to it."""

    name: str
    text: str
    where: str
    source: str
    twins: tuple[tuple[str, str], ...] = field(default=())

    @property
    def claim(self) -> Claim:
        return parse_claim(self.text, self.where)


def tell_apart(claim: str, twin: str, where: str) -> None:
    """Assert that a claim is proved, with a certificate that the kernel accepts again, and its twin refuted."""
    made = parse_claim(claim, where)
    outcome = prove(made, effort=60_000_000)
    assert outcome.verdict.status == "proved", outcome.reason
    assert check(made, outcome.certificate).status == "proved"
    assert prove(parse_claim(twin, where), effort=30_000_000).verdict.status == "refuted"


def _case(name: str, text: str, where: str, source: str, *twins: tuple[str, str]) -> Case:
    return Case(name, text, where, source, twins)


UNIT = "g>=0, g<=1, e>=0, e<=1"

TRUE = [
    _case("dp-01", "exp(e)-1 <= 2*e", "e>=0, e<=1", DP, ("exp(e)-1 <= 171/100*e", "e>=0, e<=1")),
    _case(
        "dp-02",
        "log(1+g*(exp(e)-1)) <= g*(exp(e)-1)",
        "g>=0, g<=1, e>=0",
        DP,
        ("log(1+g*(exp(e)-1)) <= 99/100*g*(exp(e)-1)", "g>=0, g<=1, e>=0"),
    ),
    _case("dp-03", "log(1+g*(exp(e)-1)) <= 2*g*e", UNIT, DP, ("log(1+g*(exp(e)-1)) <= 17/10*g*e", UNIT)),
    _case(
        "dp-04",
        "log(1+g*(exp(e)-1)) - log(1+g*(exp(-e)-1)) <= 2*g*(exp(e)-exp(-e))",
        "g>=0, g<=1, e>=0",
        DP,
        ("log(1+g*(exp(e)-1)) - log(1+g*(exp(-e)-1)) <= 99/100*g*(exp(e)-exp(-e))", "g>=0, g<=1, e>=0"),
    ),
    _case("dp-05", "(exp(e)-1)/(exp(e)+1) <= e/2", "e>=0", DP, ("(exp(e)-1)/(exp(e)+1) <= 99/200*e", "e>=0")),
    _case("dp-06", "x/(1+x) <= log(1+x)", "x>-1", CLASSICAL, ("101/100*x/(1+x) <= log(1+x)", "x>-1")),
    _case("dp-07", "log(1+x) <= x/2*(2+x)/(1+x)", "x>=0", CLASSICAL, ("log(1+x) <= x/2*(2+x)/(1+x)", "x>-1")),
    _case("dp-08", "log(1+x) >= x/2*(2+x)/(1+x)", "x>-1, x<=0", CLASSICAL),
    _case("lt-01", "cosh(x) <= exp(x**2/2)", "", LEARNING, ("cosh(x) <= exp(99*x**2/200)", "")),
    _case(
        "lt-02",
        "r**2*a/l + l*R**2 >= 2*r*R*sqrt(a)",
        "r>0, R>0, a>0, l>0",
        LEARNING,
        ("r**2*a/l + l*R**2 > 2*r*R*sqrt(a)", "r>0, R>0, a>0, l>0"),
    ),
    _case("lt-03", "(1-1/n)**n <= exp(-1)", "n>=1", LEARNING, ("(1-1/n)**n <= 99/100*exp(-1)", "n>=1")),
    _case("lt-04", "exp(x) <= 1+x+x**2", "x<=1", LEARNING, ("exp(x) <= 1+x+99/200*x**2", "x<=1")),
    _case("lt-05", "-log(1-x) <= x+x**2", "x>=0, x<=1/2", LEARNING, ("-log(1-x) <= x+x**2", "x>=0, x<=7/10")),
    _case(
        "lt-06", "1-(1-q)**n <= n*q", "q>=0, q<=1, n>=1", LEARNING, ("1-(1-q)**n <= n*q", "q>=0, q<=1, n>1/2")
    ),
    _case("mt-01", "abs(log(1+x)-x) <= x**2", "x>=0", METITARSKI, ("abs(log(1+x)-x) <= 49/100*x**2", "x>=0")),
    _case("mt-02", "exp(x)-(1+x) <= x**2*exp(x)", "x>=0, x<=1", METITARSKI),
    _case(
        "mt-03", "log(x/y)/2 > (x-y)/(x+y)", "y>0, x>y", METITARSKI, ("log(x/y)/2 > (x-y)/(x+y)", "y>0, x>=y")
    ),
    _case(
        "mt-04", "1-cos(x) <= tan(x/2)", "x>=0, x<pi/2", METITARSKI, ("1-cos(x) < tan(x/2)", "x>=0, x<pi/2")
    ),
    _case("po-01", "2*u**2*x < v*y**2", "u>0, u<v, v<1, x>=2, x<=y", POLYA),
    _case("po-02", "(1+y**2)*x > 1+y**2", "x>1", POLYA, ("(1+y**2)*x > 1+y**2", "x>=1")),
    _case("po-03", "1/(1-x) > 1/(1-x**2)", "x>0, x<1", POLYA, ("1/(1-x) > 1/(1-x**2)", "x>=0, x<1")),
    _case("po-04", "(1+c/(3*(d+3)))*n < k*x", "n<k*x/2, d>0, c>0, c<1, n>=0", POLYA),
    _case("cl-01", "(a+b)/2 >= sqrt(a*b)", "a>=0, b>=0", CLASSICAL, ("(a+b)/2 > sqrt(a*b)", "a>=0, b>=0")),
    _case("cl-02", "x*log(x) >= x-1", "x>0", CLASSICAL, ("x*log(x) >= 101/100*(x-1)", "x>0")),
    _case("cl-03", "sqrt(a+b) <= sqrt(a)+sqrt(b)", "a>=0, b>=0", CLASSICAL),
    _case("cl-04", "erfc(x) <= exp(-x**2)", "x>=0", CLASSICAL, ("erfc(x) <= 99/100*exp(-x**2)", "x>=0")),
]

FALSE = [
    _case("fdp-01", "exp(e)-1 <= 1.718*e", "e>=0, e<=1", DP),
    _case("fdp-02", "log(1+g*(exp(e)-1)) <= 1.717*g*e", UNIT, DP),
    _case("fdp-03", "log(1+g*(exp(e)-1)) <= 2*g*e", "g>=0, g<=1, e>=0", DP),
    _case("flt-01", "exp(x) <= 1+x+x**2", "x<=2", LEARNING),
    _case("flt-02", "r**2*a/l + l*R**2 >= 2.001*r*R*sqrt(a)", "r>0, R>0, a>0, l>0", LEARNING),
    _case("fmt-01", "abs(log(1+x)-x) <= x**2", "x>-1", METITARSKI),
    _case("fcl-01", "log(1+x) >= 2.0001*x/(2+x)", "x>=0", CLASSICAL),
    _case("fcl-02", "sqrt(a+b) < sqrt(a)+sqrt(b)", "a>=0, b>=0", CLASSICAL),
]

STEPS = [
    ("x <= 4*rho/(lam*n)", "lam/2*x**2 <= 2*rho*x/n, lam>0, n>=1, x>=0, rho>=0"),
    ("x <= 2*rho/(lam*n)", "lam*x**2 <= g*x, g <= 2*rho/n, x>=0, lam>0, n>=1, rho>=0"),
    ("a1 <= b4 + e", "a1<=b1, b1<=b2+c, b2<=b3+d, b3<=b4-d+e-c, d>=0, c>=0, e>=0"),
    (
        "f1 - f2 <= 2*rho*x/n",
        "f1-f2 <= (l1-l2)/n+(l3-l4)/n, l1-l2 <= rho*x, l3-l4 <= rho*x, n>=1, rho>=0, x>=0",
    ),
    (
        "u <= 8*rho**2/(lam*n)",
        "u <= rho*x + rho*y, x <= 4*rho/(lam*n), y <= 4*rho/(lam*n), rho>=0, lam>0, n>=1",
    ),
    ("a+b <= c*d+e*f", "a<=c*g, g<=d, b<=e*h, h<=f, c>=0, e>=0, g>=0, h>=0"),
    ("p1 <= exp(e1+e2)*p3 + d1 + exp(e1)*d2", "p1 <= exp(e1)*p2 + d1, p2 <= exp(e2)*p3+d2"),
    ("abs(a-c) <= r+s", "abs(a-b)<=r, abs(b-c)<=s"),
    ("w <= R + r/lam", "w**2 <= R*w + r*w/lam, w>=0, lam>0, r>=0, R>=0"),
    (
        "risk <= emp + 2*comp + sqrt(log(1/dl)/(2*n))",
        "risk <= emp + gap, gap <= 2*comp + dev, dev <= sqrt(log(1/dl)/(2*n)), n>=1, dl>0, dl<1",
    ),
    ("p/q <= exp(eps)", "p <= exp(eps)*q, q>0"),
    ("log(p/q) <= eps", "p <= exp(eps)*q, q>0, p>0"),
    ("x/(lam*n) <= y/(lam*m)", "x<=y, m<=n, lam>0, m>0, y>=0, x>=0"),
    ("r**2*(a+a**2/2)/l + l*R**2 >= 2*r*R*sqrt(a+a**2/2)", "r>0, R>0, l>0, a>=0"),
]

MORE = [
    ("p*exp(x*(1-p)) + (1-p)*exp(-x*p) <= exp(x**2/8)", "p>=0, p<=1"),
    ("p*log(p/q)+(1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2", "p>0, p<1, q>0, q<1"),
    ("(1+u)*log(1+u)-u >= u**2/(2*(1+u/3))", "u>=0"),
    ("log(1+g*(exp(e)-1)) >= g*e", "g>=0, g<=1"),
    ("x**a*y**(1-a) <= a*x+(1-a)*y", "x>0, y>0, a>=0, a<=1"),
    ("sqrt(x*y) <= (x-y)/(log(x)-log(y))", "y>0, x>y"),
    ("a/(b+c)+b/(c+a)+c/(a+b) >= 3/2", "a>0, b>0, c>0"),
    ("(a*x+b*y)**2 <= (a**2+b**2)*(x**2+y**2)", ""),
    ("max(a,b) = (a+b+abs(a-b))/2", ""),
    ("floor(x+y) >= floor(x)+floor(y)", ""),
    ("sin(x) >= x - x**3/6", "x>=0"),
    ("gamma(a+2) = a*(a+1)*gamma(a)", "a>0"),
    ("uppergamma(2,x) <= 1", "x>=0"),
    ("exp(log(x)/2) = sqrt(x)", "x>0"),
    ("log(8) = 3*log(2)", ""),
    ("exp(pi) > pi**E", ""),
    ("sin(x)**2 <= x**2", ""),
    ("sin(x) >= 2*x/pi", "x>=0, x<=pi/2"),
    ("sqrt(a + a**2/2) <= sqrt(a) + a/sqrt(2)", "a>=0"),
    ("2*sqrt(x*y) <= x*t + y/t", "x>=0, y>=0, t>0"),
    ("x**x >= exp(-1/E)", "x>0"),
    ("log(1+x) <= sqrt(x)", "x>=0"),
]


def renamed(claim: Claim) -> Claim:
    """The claim with other names, in another alphabetical order."""
    names = [v.name for v in claim.variables]
    images: dict[str, Term] = {n: var(f"{chr(ord('z') - i)}{i}") for i, n in enumerate(names)}
    return _substituted(claim, images)


def swapped(claim: Claim) -> Claim:
    """Sides exchanged and conditions in reverse order."""
    r = claim.relation
    return claim_of(reversed(claim.conditions), Relation(FLIPPED[r.op], r.right, r.left))


def rescaled(claim: Claim) -> Claim:
    """Every variable tripled or halved, and both sides multiplied by 7/3."""
    names = [v.name for v in claim.variables]
    images = {n: num(3) * var(n) if i % 2 == 0 else var(n) / num(2) for i, n in enumerate(names)}
    inner = _substituted(claim, images)
    r = inner.relation
    return claim_of(inner.conditions, Relation(r.op, num(7) * r.left / 3, num(7) * r.right / 3))


def mirrored(claim: Claim) -> Claim:
    """The first variable replaced by its negative."""
    name = claim.variables[0].name
    return _substituted(claim, {name: -var(name)})


def shifted(claim: Claim) -> Claim:
    """The first variable replaced by itself less two."""
    name = claim.variables[0].name
    return _substituted(claim, {name: var(name) - 2})


def inverted(claim: Claim) -> Claim:
    """The first variable replaced by the inverse of a positive one."""
    name = claim.variables[0].name
    inner = _substituted(claim, {name: 1 / var(name)})
    return claim_of([*inner.conditions, Relation(">", var(name), num(0))], inner.relation)


def _substituted(claim: Claim, images: dict[str, Term]) -> Claim:
    conditions = [c.substituted(images) for c in claim.conditions]
    return claim_of(conditions, claim.relation.substituted(images))
