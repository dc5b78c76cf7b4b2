"""What formulas say in concrete worlds: models of hypotheses, and instances that refute."""

from .ground import decide as decide
from .grounding import Grounding as Grounding
from .instances import check_model as check_model
from .instances import owed as owed
from .noise import Gaussian as Gaussian
from .noise import Gibbs as Gibbs
from .noise import Laplace as Laplace
from .noise import between as between
from .noise_laws import power as power
from .worlds import Closed as Closed
from .worlds import FiniteLaw as FiniteLaw
from .worlds import Noise as Noise
from .worlds import Points as Points
from .worlds import Region as Region
from .worlds import Value as Value
from .worlds import World as World
