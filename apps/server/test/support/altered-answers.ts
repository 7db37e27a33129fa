import type { Visitor } from './inbox-page.ts'

/** The answer of an error of the server, which names its request. */
export const serverError = {
  error: {
    message: 'Something',
    code: -32603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' },
  },
}

/** The calls of a procedure of the typed path, as a pattern of Playwright's; the client may send others together with it. */
export const callsTo = (procedure: string) => `**/trpc/*${procedure}*`

/** Changes the answers to a procedure, and lets those to other calls pass. */
export async function alterAnswers(
  { page }: Pick<Visitor, 'page'>,
  procedure: string,
  change: (real: unknown) => unknown,
): Promise<void> {
  await page.route(callsTo(procedure), async (route) => {
    const real = await route.fetch()
    const answers: unknown[] = await real.json()
    const [, names = ''] = /\/trpc\/([^?]+)/.exec(route.request().url()) ?? []
    const calls = decodeURIComponent(names).split(',')
    const json = answers.map((each, index) => (calls[index]?.endsWith(procedure) ? change(each) : each))
    await route.fulfill({ json })
  })
}
