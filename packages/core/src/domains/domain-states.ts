/** States in which a domain receives mail and its hostname belongs to one service alone. */
export const receivingStates = ['verified', 'failing'] as const

/** Whether a domain of this state receives mail. */
export const isReceiving = (state: string): boolean => receivingStates.some((receiving) => receiving === state)
