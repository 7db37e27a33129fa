import { readFile } from 'node:fs/promises'
import { secureContextOf } from '@inlet/ingest'
import { type Config, ConfigError } from '@inlet/runtime'

const settings = ['SMTP_TLS_CERT_FILE', 'SMTP_TLS_KEY_FILE'] as const

/** Checks the operator's certificate and key before anything is started. @throws ConfigError in one sentence: unreadable, not PEM, or not a pair */
export async function checkTlsFiles(config: Config): Promise<void> {
  // In sequence, so that of two wrong files always the first is named.
  const cert = await readSetting(config, settings[0])
  const key = await readSetting(config, settings[1])
  if (!cert || !key) return
  try {
    secureContextOf({ cert, key })
  } catch (error) {
    throw new ConfigError(`${settings.join(', ')}: not a certificate and its private key in PEM (${codeOf(error)}).`)
  }
}

async function readSetting(config: Config, setting: (typeof settings)[number]): Promise<string | null> {
  const file = config[setting]
  if (!file) return null
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${setting}: ${file} cannot be read (${codeOf(error)}).`)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown error')
