/** The settings of Node and of the C library in the script `start` of package.json, for a server that is started without npm. */
export const startFlags: readonly string[] = ['--max-semi-space-size=8', '--min-semi-space-size=8']
export const startEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const
