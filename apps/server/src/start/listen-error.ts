/** An address to listen on, and the server whose settings name it. */
interface ListenPlace {
  server: 'HTTP' | 'SMTP' | 'METRICS'
  host: string
  port: number
}

/** A server could not listen. The message tells the operator why, and what to do. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Runs `begin`, which starts to listen. @throws ListenError where the address cannot be used */
export async function listening<T>(place: ListenPlace, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin()
  } catch (error) {
    if (!isSystemError(error)) throw error
    const { message, advice } = listenError(place, error.code)
    throw new ListenError(`${message}. ${advice}`, { cause: error })
  }
}

/** The meaning of a system error code for the operator, and what to do. */
export function listenError({ server, host, port }: ListenPlace, code: string): { message: string; advice: string } {
  const [where, hostSetting, portSetting] = [`${host}:${port}`, `${server}_HOST`, `${server}_PORT`]
  switch (code) {
    case 'EADDRINUSE':
      return {
        message: `${where} is taken by another program`,
        advice: `End it, or set ${portSetting} to another port.`,
      }
    case 'EACCES':
      return {
        message: `${where} is not for this user`,
        advice: `Ports below 1024 need root or the capability CAP_NET_BIND_SERVICE: grant it, or set ${portSetting} to another port.`,
      }
    case 'EADDRNOTAVAIL':
      return {
        message: `${host} is not an address of this machine`,
        advice: `Set ${hostSetting} to one that is, or to 0.0.0.0 for all of them.`,
      }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        message: `The name ${host} is not known here`,
        advice: `Set ${hostSetting} to an address of this machine.`,
      }
    default:
      return {
        message: `${where} cannot be listened on (${code})`,
        advice: `Set ${hostSetting} and ${portSetting} to an address and a free port of this machine.`,
      }
  }
}

const systemCalls = new Set(['listen', 'bind', 'getaddrinfo'])

function isSystemError(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false
  return systemCalls.has(String(error.syscall))
}
