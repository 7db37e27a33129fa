/**
 * The flags of Node in the script `start` of package.json, for a server that is started without npm. `--expose-gc`: large mails free
 * their memory by collections of their own. These are brief; waiting for helper threads, which may have no processor, would stop the
 * event loop for longer, hence no parallel scavenge and no concurrent sweeping.
 */
export const startFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--min-semi-space-size=8',
  '--expose-gc',
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
]
/** The settings of the C library in the same script. */
export const startEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const
