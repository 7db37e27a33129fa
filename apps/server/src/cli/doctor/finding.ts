/** The result of one check. `advice` is what to do when it is not ok. */
export interface DoctorFinding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  advice: string | null
}

/** Creates the results of one check. */
export function findings(check: string) {
  const of = (state: DoctorFinding['state'], message: string, advice: string | null): DoctorFinding => ({
    check,
    state,
    message,
    advice,
  })
  return {
    ok: (message: string) => of('ok', message, null),
    warn: (message: string, advice: string) => of('warn', message, advice),
    fail: (message: string, advice: string) => of('fail', message, advice),
  }
}
