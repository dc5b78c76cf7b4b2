"""Claims that single strategies were written for, each with a false twin, beside those of `test_tactics`."""

from __future__ import annotations

import pytest

from dptheory.kernel import check
from dptheory.kernel.real import parse_claim, parse_term, print_term, root
from dptheory.prover import prove
from dptheory.prover.functions.logarithms import expanded_logarithm
from dptheory.prover.goals.goal import Goal
from dptheory.prover.goals.segments import fails_at_end
from dptheory.prover.monotonicity.dual import separated

CASES = """
# products with exponentials and logarithms, and powers with large exponents
(1+x)**500 >= 1+500*x | (1+x)**500 >= 1+501*x | x>=0
x**20 >= 20*x-19 | x**20 > 20*x-19 | x>=0
(1-x)**100 >= 1-100*x | (1-x)**100 >= 1-99*x | 0<=x<=1
# sums of squares with hypotheses
a*(a-b)*(a-c) + b*(b-a)*(b-c) + c*(c-a)*(c-b) >= 0 | a*(a-b)*(a-c) + b*(b-a)*(b-c) + c*(c-a)*(c-b) >= a*b*c/1000 | a>=0, b>=0, c>=0
# roots removed by squaring
sqrt(a*(1-b)) + sqrt(b*(1-a)) <= 1 | sqrt(a*(1-b)) + sqrt(b*(1-a)) <= 999/1000 | 0<=a<=1, 0<=b<=1
# powers that are not expanded
(u + v)**33 < (u + w)**55 | (u + v)**33 < (u + w)**32 | u>1, v>0, w>v
# pieces of an interval: ends, an inner zero, an end at which a side is not defined
sin(pi*x) <= 4*x*(1-x) | sin(pi*x) <= 399/100*x*(1-x) | 0<=x<=1
cos(x) <= 1 - 4*x**2/pi**2 | cos(x) <= 1 - 41/10*x**2/pi**2 | 0<=x, x<=pi/2
-p*log(p) - (1-p)*log(1-p) >= 4*log(2)*p*(1-p) | -p*log(p) - (1-p)*log(1-p) >= 2773/1000*p*(1-p) | 0<p<1
# a limit at infinity
erfc(x) >= exp(-x**2)/sqrt(pi)*2*x/(2*x**2+1) | erfc(x) >= exp(-x**2)/sqrt(pi)*2*x/(2*x**2+99/100) | x>=0
# gamma functions
gamma(x)*gamma(y) >= gamma((x+y)/2)**2 | gamma(x)*gamma(y) > gamma((x+y)/2)**2 | x>0, y>0
lowergamma(a, x) <= x**a/a | lowergamma(a, x) <= 99/100*x**a/a | a>0, x>=0
uppergamma(d, x) <= gamma(d)*2**d*exp(-x/2) | uppergamma(d, x) <= gamma(d)*exp(-x/2) | d>0, x>=0
# induction
gamma(2*n+1)/gamma(n+1)**2 >= 4**n/(2*sqrt(n)) | gamma(2*n+1)/gamma(n+1)**2 >= 4**n/(17/10*sqrt(n)) | n integer, n>=1
# an upper bound of the variable goes with it
gamma(n+1) <= n**k*gamma(n-k+1) | gamma(n+1) <= 99/100*n**k*gamma(n-k+1) | n integer, k integer, k>=0, k<=n, n>=1
# sums from a later index on
sum(1/k**2, k, 1, n) <= 33/20 | sum(1/k**2, k, 1, n) <= 164/100 | n integer, n>=1
# integer powers of what is not 0; a fraction rounded
x**(2*n) > 0 | x**(2*n+1) > 0 | x != 0, n integer, n>=1
x**n != 0 | x**n != 1 | x != 0, n integer
floor(n/2) >= (n-1)/2 | floor(n/2) >= (n-1/2)/2 | n integer
# gamma functions of orders less than a unit apart
gamma(x+s) >= x**s*gamma(x)*(x/(x+s))**(1-s) | gamma(x+s) >= x**s*gamma(x) | x>0, 0<s, s<1
# constants close to one another
exp(pi*sqrt(163)) < 262537412640768744 | exp(pi*sqrt(163)) >= 262537412640768744 |
# a variable that occurs in its logarithm only; absolute values in conditions
sqrt(x)*log(x) >= -2/E | sqrt(x)*log(x) >= -199/(100*E) | x>0
(1 - 1/log(n))**log(n) <= exp(-1) | (1 - 1/log(n))**log(n) <= 36/100 | n>0, log(n)>=1
abs(exp(x)-1) <= 7*abs(x)/4 | abs(exp(x)-1) <= 17/10*abs(x) | abs(x)<1
# differences of variables: what is left is Hoeffding's lemma
log(exp(a)*p+exp(b)*(1-p)) <= p*a+(1-p)*b+(a-b)**2/8 | log(exp(a)*p+exp(b)*(1-p)) <= p*a+(1-p)*b+(a-b)**2/9 | 0<=p, p<=1
# exponents are compared before a logarithm becomes a variable, and it becomes one only once
k*exp(-2*n*e**2) <= d | k*exp(-2*n*e**2) <= 99/100*d | n>=log(k/d)/(2*e**2), k>=1, 0<d, d<1, e>0
# a positive combination of two positive terms
p*exp(x)+1-p > 0 | p*exp(x)-p > 0 | 0<=p, p<=1
2*exp(x)*(3-p)+(p-1)*exp(y) > 0 | exp(x)*(3-p) > 0 | 1<=p, p<=3
# an integral's derivative comes before its logarithm
uppergamma(a, x) >= x**(a-1)*exp(-x) | uppergamma(a, x) >= 101/100*x**(a-1)*exp(-x) | a>=1, x>0
# each product of powers against the line that touches it
p**a*q**(1-a)+(1-p)**a*(1-q)**(1-a) >= 1 | p**a*q**(1-a)+(1-p)**a*(1-q)**(1-a) > 1 | a>1, 0<p, p<1, 0<q, q<1
# every product below means of others, also where an equation relates them
(1+a)*(1+b)*(1+c) >= (1+(a*b*c)**(1/3))**3 | (1+a)*(1+b)*(1+c) > (1+(a*b*c)**(1/3))**3 | a>=0, b>=0, c>=0
x**2/(y+z)+y**2/(z+x)+z**2/(x+y) >= 3/2 | x**2/(y+z)+y**2/(z+x)+z**2/(x+y) >= 301/200 | x>0, y>0, z>0, x*y*z=1
x**4+y**4+1 > x*y**2+y*x**2/2 | x**4+y**4+1 > 3*x*y**2 | x>0, y>0
2*cosh(x)**2+1 >= 3*cosh(x)**(4/3) | 2*cosh(x)**2+1 > 3*cosh(x)**(4/3) | x>=0
# powers and the exponentials of their logarithms
x**2*y*z**2 = exp(2*log(x)+log(y)+2*log(z)) | x**2*y = exp(2*log(x)+2*log(y)) | x>0, y>0, z>0
# beside x only what depends on exp(x): in u = exp(x)
log(1+exp(x)) >= log(2)*exp(-x)+x | log(1+exp(x)) >= 7/10*exp(-x)+x | x>=0
# a turning point at which a multiple of a logarithm is a number
-x*log(x) <= x**(1-a)/(a*E) | -x*log(x) <= 99/100*x**(1-a)/(a*E) | 0<a, a<=1, x>0
# two variables that may change places: by the larger
p*log(2*p/(p+q))+q*log(2*q/(p+q)) <= log(2)*(p-q)**2/(p+q) | p*log(2*p/(p+q))+q*log(2*q/(p+q)) <= 69/100*(p-q)**2/(p+q) | p>0, q>0
# powers by their exponents, and induction by how both sides grow
gamma(n+1) >= (n/E)**n | gamma(n+1) >= 2*(n/E)**n*sqrt(2*n) | n integer, n>=1
# tangents of logarithms with the weights p and 1 - p, and at square roots
p*a+(1-p)*b <= p*log(p/q)+(1-p)*log((1-p)/(1-q))+log(q*exp(a)+(1-q)*exp(b)) | p*a+(1-p)*b < p*log(p/q)+(1-p)*log((1-p)/(1-q))+log(q*exp(a)+(1-q)*exp(b)) | 0<p<1, 0<q<1
(sqrt(p)-sqrt(q))**2+(sqrt(1-p)-sqrt(1-q))**2 <= p*log(p/q)+(1-p)*log((1-p)/(1-q)) | 3*(sqrt(p)-sqrt(q))**2+3*(sqrt(1-p)-sqrt(1-q))**2 <= p*log(p/q)+(1-p)*log((1-p)/(1-q)) | 0<p<1, 0<q<1
# a difference that rises and then falls to 0
erfc(x) <= 2*exp(-x**2)/(sqrt(pi)*(x+sqrt(x**2+4/pi))) | erfc(x) <= 2*exp(-x**2)/(sqrt(pi)*(x+sqrt(x**2+3/2))) | x>=0
# a power of a variable against other powers: its root alone on one side
(sin(x)/x)**3 >= cos(x) | (sin(x)/x)**4 >= cos(x) | 0<x, x<pi/2
# scales, means, roots and sums of powers, separate variables
(x - y)/log(x/y) <= (2*sqrt(x*y) + (x + y)/2)/3 | (x - y)/log(x/y) <= sqrt(x*y) | y > 0, x > y
2*sqrt(x*y) + x <= 3*(x + y)/2 + y | 2*sqrt(x*y) + x <= 3*(x + y)/2 | x > 0, y > 0
a*b <= a**p/p + (p - 1)/p*b**(p/(p - 1)) | a*b <= 0.99*a**p/p + (p - 1)/p*b**(p/(p - 1)) | a >= 0, b >= 0, p > 1
((a**p + b**p)/2)**(1/p) >= (a + b)/2 | ((a**p + b**p)/2)**(1/p) >= 1.01*(a + b)/2 | p >= 1, a > 0, b > 0
(a + b)**p <= 2**(p - 1)*(a**p + b**p) | (a + b)**p <= a**p + b**p | a > 0, b > 0, p >= 1
(a**q + b**q)**(p/q) <= a**p + b**p | (a**q + b**q)**(p/q) <= 0.9*(a**p + b**p) | a > 0, b > 0, p > 0, p <= q
cosh(a)*cosh(b) <= exp((a**2 + b**2)/2) | cosh(a)*cosh(b) <= exp(0.49*(a**2 + b**2)) |
x**3 <= 3**x | x**3 < 3**x | x integer, x >= 0
# ranges that conditions imply: of variables on a circle, in a triangle, in an ellipse
3 - exp(x/100)*s + x*c/50 > 0 | 3/2 - exp(x/100)*s - x*c/50 > 0 | 0 <= x, x <= 50, s**2 + c**2 = 1
exp(x*y) <= 3*cosh(1) | exp(x*y) <= exp(24/25) | x > 0, y > 0, x + y < 2
sin(x)*sin(y) <= 1 + x**2/10 | sin(x)*sin(y) <= 1/5 | 4*x**2 + 2*x*y + 3*y**2 < 7
# far out sines and cosines are what they are at most and at least, nearer series decide
sin(x) <= x - x**3/6 + x**5/120 - x**7/5040 + x**9/362880 | sin(x) <= x - x**3/6 + x**5/120 - x**7/5000 | x >= 0
abs(-cos(x)/x + 3*sin(x)/x**2 + 6*cos(x)/x**3 - 6*sin(x)/x**4) <= 1/4 | abs(sin(x)/x**3 - cos(x)/x**2) <= 1/4 | x != 0
# analytic at infinity in 1/x
atan(x) > pi/2 - 1/100000 - 1/x | atan(x) > pi/2 - 1/x - 1/x**2 + 1/1000 | x > 0
(x + 1)*cos(pi/(x + 1)) - x*cos(pi/x) > 1 | (x + 1)*cos(pi/(x + 1)) - x*cos(pi/x) > 101/100 | x >= 2
# a polynomial in a square root
x**3 + 15*x**2 + 15*x + 1 >= (6*x**2 + 20*x + 6)*sqrt(x) | x**3 + 15*x**2 + 15*x + 1 >= (6*x**2 + 20*x + 7)*sqrt(x) | x >= 0
# sums under an equation between sums, by a multiplier: where something is left, and where both sides touch
exp(x) + exp(y) >= 2*exp(1/2) | exp(x) + exp(y) >= 33/10 | x+y=1
a + b >= 2 | a + b >= 201/100 | a>0, b>0, sqrt(2*a+1)+sqrt(2*b+3)=4
sin(x) + sin(y) + sin(z) <= 3*sqrt(3)/2 | sin(x) + sin(y) + sin(z) <= 259/100 | x>0, y>0, z>0, x+y+z=pi
sin(x) + sin(y) + sin(z) <= 26/10 | sin(x) + sin(y) + sin(z) <= 259/100 | x>0, y>0, z>0, x+y+z=pi
3**(-a) + 9**(-b) + 27**(-c) >= 1 | 3**(-a) + 9**(-b) + 27**(-c) >= 12/10 | a**2+2*b**2+3*c**2=3/2
# sines and cosines at a sixth, a quarter and a third of pi
sin(x) <= 1/2 | sin(x) <= 49/100 | 0<=x, x<=pi/6
# factors that have no rational part each
(sin(x)+cos(x))*(sin(y)+cos(y)) <= 2 | (sin(x)+cos(x))*(sin(y)+cos(y)) <= 199/100 | 0<=x, x<=1, 0<=y, y<=1
# the lower part of the gamma function's integral by the best exponential
lowergamma(n, x) <= gamma(n)*exp(n-x)*(x/n)**n | lowergamma(n, x) <= gamma(n)*exp(n-x)*(x/n)**n/2 | n integer, n>=1, x>0, x<=n
# made homogeneous as it is written, before an equation makes another polynomial of it
x*y**2*z**2 <= 32 | x*y**2*z**2 <= 20 | x+2*y+2*z=10, x>0, y>0, z>0
# a bound of a variable about which a condition says something monotone
x >= log(y) - log(log(y)) | x >= log(y) - log(log(y)) + 1/10 | y>=exp(1), x>0, x*exp(x)>=y
x <= 1 | x <= 99/100 | x>0, x+x**3+log(x)<=2
# conditions from both sides are an equation
log(x) <= x/e | log(x) <= x/e - 1/100 | e<=exp(1), exp(1)<=e, x>0
"""
BRIEF = """
# absolute values and maxima, one part of the range after the other
abs(log(1+x)) <= abs(x)/sqrt(1+x) | abs(log(1+x)) <= 99/100*abs(x)/sqrt(1+x) | -0.9<x, x<9
max(exp(x)-1, -x) <= 7/4*abs(x) | max(exp(x)-1, -x) <= 17/10*abs(x) | abs(x)<1
# cells on which a quotient rises or falls, between the zeros of a polynomial
log(x) >= (x-1)*(47*x**3+239*x**2+131*x+3)/(12*x*(x**3+12*x**2+18*x+4)) | log(x) >= (x-1)*(47*x**3+239*x**2+132*x+3)/(12*x*(x**3+12*x**2+18*x+4)) | x>0
(1+x/15)**15 <= exp(x) | (1+x/15)**15 <= exp(99/100*x) | x>-7.6
# the same where a derivative owes what the quotient does not: what is known of x is said of t for each of these
exp(-x/(1-x)) <= 1-x | exp(-x/(1-x)) <= 1-99/100*x | x<1
# both sides touch where a polynomial in the root of x, or a square, is rational
sqrt(x)*exp(-x) <= 1/sqrt(2*E) | sqrt(x)*exp(-x) <= 99/100/sqrt(2*E) | x>=0
x*exp(-x**2) <= sqrt(1/(2*E)) | x*exp(-x**2) < 99/100*sqrt(1/(2*E)) | x>=0
# both sides touch where a polynomial in the logarithm is 0, at exp(2)
log(n) <= 2/E*sqrt(n) | log(n) <= 199/(100*E)*sqrt(n) | n>=1
# integer parts of integers, even powers, powers of -1
floor(n) = ceil(n) | floor(n/2) = ceil(n/2) | n integer
x**(4*n+2) + 1 > 0 | x**(4*n+1) + 1 > 0 | n integer, n>=1
(-1)**n*x <= abs(x) | (-1)**n*x <= 99/100*abs(x) | n integer
# what a change of variable leaves, roots of even powers, is not left to be met again and again
sqrt(sqrt(n))*log(n) <= 2*sqrt(n) | sqrt(sqrt(n))*log(n) <= 7/5*sqrt(n) | n>=1
"""
"""What strategies are for, and after it a line a claim: true | false | conditions."""


def cases(text: str = CASES) -> list[tuple[str, str, str]]:
    """The claims with their twins and conditions."""
    lines = [line for line in text.strip().splitlines() if not line.startswith("#")]
    parts = [[part.strip() for part in line.split("|")] for line in lines]
    return [(true, false, where) for true, false, where in parts]


@pytest.mark.parametrize(("true", "false", "where"), cases())
def test_a_claim_is_proved_and_its_twin_refuted(true: str, false: str, where: str) -> None:
    made = parse_claim(true, where)
    outcome = prove(made, effort=20_000_000)
    assert outcome.verdict.status == "proved", outcome.reason
    assert check(made, outcome.certificate).status == "proved"
    twin = prove(parse_claim(false, where), effort=30_000_000)
    assert twin.verdict.status == "refuted", twin.reason


@pytest.mark.parametrize(("true", "false", "where"), cases(BRIEF))
def test_little_effort_is_enough_for_one_variable(true: str, false: str, where: str) -> None:
    assert prove(parse_claim(true, where), effort=2_000_000).verdict.status == "proved"
    assert prove(parse_claim(false, where), effort=2_000_000).verdict.status == "refuted"


def test_a_strict_goal_that_fails_at_an_end_is_given_up() -> None:
    for goal, where, fails in (
        ("x > -pi/2", "x >= -pi/2, cos(x) <= 1", True),
        ("x > -pi/2", "x > -pi/2, cos(x) <= 1", False),
        ("x > -pi/2", "x >= -pi/2, cos(x) >= 1/2", False),
        ("x >= -pi/2", "x >= -pi/2", False),
    ):
        assert fails_at_end(Goal(root(parse_claim(goal, where)), ())) is fails, (goal, where)


def test_the_table_is_read_whole() -> None:
    assert len(cases()) == len(set(cases())) >= 51


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("E", "1"),
        ("sqrt(1/(2*E))", "(0 - (log(2) + 1))/2"),
        ("exp(3)*7", "3 + log(7)"),
        ("2**5", "5*log(2)"),
        ("1 + E", "log(1 + E)"),
    ],
)
def test_logarithms_of_numbers_as_sums(text: str, expanded: str) -> None:
    assert print_term(expanded_logarithm(parse_term(text))) == expanded


def test_what_is_narrow_is_aimed_at() -> None:
    """A point at which the opposite of the claim holds, and the conditions, in a millionth of a unit."""
    where = "s**2 = 1 - c**2, p/2 > t, p > 31415926/10000000, t >= 0, c >= 0, s <= t"
    found = prove(parse_claim("p >= 31415927/10000000", where), effort=1_000_000)
    assert found.refuted and found.witness is not None
    low, high = (parse_term(t).value for t in ("31415926", "31415927"))
    assert low < found.witness["p"] * 10_000_000 < high


@pytest.mark.parametrize(
    ("text", "parts", "rest"),
    [
        ("(x**2 - 3*y)/2 + 1", {"x": "1/2*x**2", "y": "-(1/2*(3*y))"}, "1"),
        ("sin(x) - (cos(y) - pi)", {"x": "sin(x)", "y": "-(cos(y) - pi)"}, "0"),
    ],
)
def test_sums_are_taken_apart(text: str, parts: dict[str, str], rest: str) -> None:
    found = separated(parse_term(text))
    assert found is not None
    assert {name: print_term(t) for name, t in found.parts.items()} == parts
    assert print_term(found.rest) == rest


@pytest.mark.parametrize("text", ["x*y", "exp(x + y)", "x + 1/(x*y)"])
def test_what_is_no_sum_is_not_taken_apart(text: str) -> None:
    assert separated(parse_term(text)) is None


def test_a_squared_goal_does_not_come_back() -> None:
    made = parse_claim("abs(x) - sqrt(x**2 + 1) >= 0")
    assert prove(made, effort=20_000_000).verdict.status == "refuted"
