/** What one look found; `advice` says what to do where it is not ok. */
export interface DoctorFinding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  advice: string | null
}

/** Makes the findings of one check. */
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
