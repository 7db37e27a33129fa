import { request } from 'node:http'

/** One line of the text format: a name, its labels, a figure. */
interface Series {
  name: string
  labels: Record<string, string>
  value: number
}

/** What `/metrics` said at one moment. */
export interface MetricsPage {
  text: string
  /** Of each metric, by its name, the type that it says it has. */
  types: Map<string, string>
  series: Series[]
  /** The sum over all series of this name with these labels. @throws where there is none */
  value(name: string, labels?: Record<string, string>): number
}

export interface MetricsAnswer {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Asks a server's metrics port. */
export function askMetrics(port: number | null, path = '/metrics', method = 'GET'): Promise<MetricsAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: port ?? 0, path, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Reads the metrics of a world that serves them (`METRICS_PORT: '0'`). @throws for a line that is none of the format */
export async function readMetrics({ metricsPort }: { metricsPort: number | null }): Promise<MetricsPage> {
  const { status, text } = await askMetrics(metricsPort)
  if (status !== 200) throw new Error(`no metrics: ${status} ${text}`)
  const lines = text.split('\n').filter((line) => line !== '')
  const types = lines.flatMap((line): [string, string][] => {
    const [, name = '', type = ''] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? []
    return name === '' ? [] : [[name, type]]
  })
  const series = lines.filter((line) => !line.startsWith('#')).map(seriesOf)
  return {
    text,
    types: new Map(types),
    series,
    value(name, labels = {}) {
      const found = series.filter(
        (each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
      )
      if (found.length === 0) throw new Error(`no series ${name} ${JSON.stringify(labels)}`)
      return found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}

function seriesOf(line: string): Series {
  const [, name = '', inBraces = '', figure = ''] =
    /^([a-zA-Z_:][\w:]*)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/.exec(line) ?? []
  if (name === '') throw new Error(`no line of the text format: ${line}`)
  const pairs = [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value])
  return { name, labels: Object.fromEntries(pairs), value: Number(figure.replace('Inf', 'Infinity')) }
}
