"""The compiled game: everything that Numba compiles, and nothing else.

Importing this package first points Numba's cache at a folder of its own (see `cache`), since the cache has to be
in place before any kernel is defined.
"""

from paskasim.kernels import cache as _cache

_cache.install()
