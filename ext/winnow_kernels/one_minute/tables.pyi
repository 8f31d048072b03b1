from typing import final

from winnow_kernels.one_minute.table_space import TableSpace

@final
class Tables(TableSpace):
    """Lower bounds by prices; used by kernels only (see tables.pxd)."""
