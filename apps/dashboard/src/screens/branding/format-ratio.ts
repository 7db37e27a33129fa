/** A contrast with one decimal, never rounded up to a limit that it does not reach. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
