import { createInterface } from 'node:readline/promises'

/** The input of a program, which may be a terminal. */
export type Input = NodeJS.ReadableStream & { isTTY?: boolean | undefined }

/** Asks a question on the error output and returns the line that is typed. Control-C sends SIGINT to this process. */
export async function ask(input: Input, question: string): Promise<string> {
  const lines = createInterface({ input, output: process.stderr, terminal: true })
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
