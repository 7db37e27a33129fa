import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { dayMs } from '@inlet/contract'
import type { Log } from '@inlet/runtime'

/** A certificate chain and its key, in PEM. */
export interface TlsMaterial {
  cert: string
  key: string
}

/** The files of the operator's certificate chain and key; without both, a certificate is generated. */
export interface TlsFiles {
  certFile?: string | undefined
  keyFile?: string | undefined
}

const validDays = 397
const watchEveryMs = 30_000

/**
 * The certificate for STARTTLS: the operator's, or a generated one. Most senders of mail encrypt without checking the name (RFC 7435),
 * so a self-signed certificate is better than none.
 */
export async function tlsMaterial(name: string, files: TlsFiles): Promise<TlsMaterial> {
  if (files.certFile && files.keyFile) return await readPair(files.certFile, files.keyFile)
  // Loaded here: two hundred modules, which no process needs that has a certificate or serves no SMTP, as the operator's commands.
  const { generate } = await import('selfsigned')
  const generated = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * dayMs),
  })
  return { cert: generated.cert, key: generated.private }
}

/** Settings for handshakes (RFC 8996: nothing below TLS 1.2). @throws where certificate and key are not a pair in PEM */
export function secureContextOf({ cert, key }: TlsMaterial): SecureContext {
  // `createSecureContext` accepts an empty text, as a file has while it is being written; then every handshake would fail.
  new X509Certificate(cert)
  createPrivateKey(key)
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
}

/**
 * Begins TLS on a connection, after the reply to STARTTLS. Bytes that the client sent in the clear behind STARTTLS are discarded: run
 * inside TLS, they would be commands that an attacker put in (RFC 3207 §4.2, CVE-2011-0411).
 */
export function startTls(socket: Socket, secureContext: SecureContext): TLSSocket {
  socket.pause()
  while (socket.read() !== null);
  return new TLSSocket(socket, { isServer: true, secureContext })
}

interface TlsWatch {
  log: Log
  /** The pair in use. */
  current: TlsMaterial
  /** Applies a renewed pair. @throws where it is not a pair */
  renew(material: TlsMaterial): void
  everyMs?: number
}

/**
 * Reads the operator's files every half minute and applies a renewed pair. A pair that is broken, or only half written, is logged once
 * and the old one stays. Without files it does nothing.
 */
export function watchTlsFiles(files: TlsFiles, watch: TlsWatch): { stop(): Promise<void> } {
  const { certFile, keyFile } = files
  if (!certFile || !keyFile) return { stop: () => Promise.resolve() }
  const { log, renew, everyMs = watchEveryMs } = watch
  const stopping = new AbortController()
  let seen = fingerprint(watch.current)

  async function check(cert: string, key: string): Promise<void> {
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
    const { signal } = stopping
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await check(cert, key)
    }
  }

  const running = run(certFile, keyFile)
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

const fingerprint = ({ cert, key }: TlsMaterial) => `${cert}\n${key}`

async function readPair(certFile: string, keyFile: string): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}
