"""The checker of worst cases on finite worlds: exact, without search and without floating point."""

from .check import FORMAT as FORMAT
from .check import VERSION as VERSION
from .linear import Program as Program
from .linear import Row as Row
from .linear import Sparse as Sparse
from .linear import check_multipliers as check_multipliers
from .linear import check_point as check_point
from .linear import evaluate as evaluate
from .linear import sparse as sparse
from .questions import ADD_REMOVE as ADD_REMOVE
from .questions import ADJACENCIES as ADJACENCIES
from .questions import Data as Data
from .questions import FiniteWorld as FiniteWorld
from .questions import Functional as Functional
from .questions import Limit as Limit
from .questions import Privacy as Privacy
from .questions import Question as Question
from .questions import REPLACE_ONE as REPLACE_ONE
from .questions import Term as Term
