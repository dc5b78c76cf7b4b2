"""``python -m dptheory``."""

import sys

try:
    from .cli import main
except KeyboardInterrupt:  # interrupted before there was a command
    sys.exit(130)

sys.exit(main())
