import { readFile, stat } from 'node:fs/promises'
import { limits } from '@inlet/contract'
import { UsageError } from './command.ts'

/** The image in a file as the data URL that the API takes, which reads its type from the bytes. @throws UsageError where it cannot be read */
export async function readLogo(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > limits.logoMaxBytes) throw new UsageError(`--logo: the file has more than ${limits.logoMaxBytes} bytes`)
    return `data:image/png;base64,${(await readFile(path)).toString('base64')}`
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    throw new UsageError(`--logo: the file cannot be read: ${error.message}`)
  }
}
