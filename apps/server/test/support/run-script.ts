import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@inlet/runtime'
import { compileCache } from './compile-cache.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What a program that was run to its end has done. */
export interface ScriptOutcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program with these arguments to its end: Node, or a script of package.json as npm runs it. */
export async function runScript(
  args: string[],
  { shell, settings = {} }: { shell?: string; settings?: Record<string, string> } = {},
): Promise<ScriptOutcome> {
  const env = childEnvironment({ ...compileCache, ...settings })
  const command = shell === undefined ? [process.execPath, ...args] : ['sh', '-c', `${shell} ${args.join(' ')}`]
  const child = spawn(command[0] ?? '', command.slice(1), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const endWithTests = () => void child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.off('exit', endWithTests)
  return { code, stdout, stderr }
}
