import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@inlet/runtime'
import { generate } from 'selfsigned'

/** A certificate chain and its key, in PEM. */
export interface TlsMaterial {
  cert: string
  key: string
}

/** Where the operator's certificate and key lie; without both there is none. */
export interface TlsFiles {
  certFile?: string | undefined
  keyFile?: string | undefined
}

const validDays = 397
const watchEveryMs = 30_000

/**
 * The certificate for STARTTLS: the operator's, or one made on the spot. Senders of mail encrypt without looking at the name
 * (RFC 7435), so a self-made one is worth more than none.
 */
export async function tlsMaterial(name: string, files: TlsFiles): Promise<TlsMaterial> {
  if (files.certFile && files.keyFile) return await readPair(files.certFile, files.keyFile)
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * 86_400_000),
  })
  return { cert: made.cert, key: made.private }
}

interface TlsWatch {
  log: Log
  /** The pair in use. */
  current: TlsMaterial
  /** Puts a renewed pair to use. @throws where it is none */
  renew(material: TlsMaterial): void
  everyMs?: number
}

/**
 * Looks at the operator's files every half minute and puts a renewed pair to use. One that is broken, or only half written, is told of
 * once; the old pair stays. Without files there is nothing to watch.
 */
export function watchTlsFiles(files: TlsFiles, watch: TlsWatch): { stop(): Promise<void> } {
  const { certFile, keyFile } = files
  if (!certFile || !keyFile) return { stop: () => Promise.resolve() }
  const { log, renew, everyMs = watchEveryMs } = watch
  const ending = new AbortController()
  let seen = fingerprint(watch.current)

  async function look(cert: string, key: string): Promise<void> {
    let found = 'unreadable'
    try {
      const material = await readPair(cert, key)
      found = fingerprint(material)
      if (found === seen) return
      renew(material)
      log.info({ certFile }, 'certificate renewed')
    } catch (error) {
      if (found !== seen) log.warn({ error, certFile }, 'renewed certificate cannot be used')
    }
    seen = found
  }

  async function run(cert: string, key: string): Promise<void> {
    const { signal } = ending
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await look(cert, key)
    }
  }

  const running = run(certFile, keyFile)
  return {
    stop() {
      ending.abort()
      return running
    },
  }
}

const fingerprint = ({ cert, key }: TlsMaterial) => `${cert}\n${key}`

async function readPair(certFile: string, keyFile: string): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}
