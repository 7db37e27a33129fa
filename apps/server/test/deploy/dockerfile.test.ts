import { expect } from 'vitest'
import { deployFile } from '../support/deploy-files.ts'
import { lintDockerfile, deployToolsTest as test } from './deploy-tools.ts'

test('hadolint finds no error in the Dockerfile, and finds one that it has', async () => {
  const dockerfile = await deployFile('docker/Dockerfile')

  const findings = await lintDockerfile(dockerfile)
  const planted = [
    await lintDockerfile(dockerfile.replace('EXPOSE', 'EXPOSES')),
    await lintDockerfile(dockerfile.replace('WORKDIR /opt', 'WORKDIR opt')),
  ]

  expect(findings).toEqual([])
  expect(planted).toEqual([[expect.stringContaining('missing whitespace')], [expect.stringContaining('DL3000')]])
})
