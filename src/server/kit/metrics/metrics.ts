/** Metrics of this process in the Prometheus text format. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import { createHistogram, type Histogram } from './histogram.ts'

/** Values by label values; one without labels is `[{}, value]`. */
type Values = [labels: Record<string, string>, value: number][]

interface Described<L extends string> {
  name: string
  help: string
  labels?: readonly L[]
}

export interface Metrics {
  /** A value read at each scrape; left out when reading it fails. */
  gauge<L extends string>(described: Described<L>, ask: () => Values | Promise<Values>): void
  /** The same for a counter that is kept elsewhere. */
  counted<L extends string>(described: Described<L>, ask: () => Values): void
  /** @returns a function that increments the counter */
  counter<L extends string>(described: Described<L>): (labels: Record<L, string>, by?: number) => void
  /** @returns for labels, a function that records a duration in seconds */
  seconds<L extends string>(described: Described<L> & { buckets: number[] }): Histogram<L>['series']
  /** All metrics in the Prometheus format. */
  text(): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Sampling interval of the event loop delay: every sample costs a little. */
const SAMPLE_MS = 20

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const histograms: { text(): string }[] = []
  const loop = monitorEventLoopDelay({ resolution: SAMPLE_MS })

  const metrics: Metrics = {
    gauge({ name, help, labels = [] }, ask) {
      void new Gauge<string>({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset()
          const values = await Promise.resolve(ask()).catch((): Values => [])
          for (const [of, value] of values) this.set(of, value)
        },
      })
    },
    counted({ name, help, labels = [] }, ask) {
      void new Counter<string>({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          this.reset()
          for (const [of, value] of ask()) this.inc(of, value)
        },
      })
    },
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers })
      return (of, by = 1) => counter.inc(of, by)
    },
    seconds({ name, help, labels = [], buckets }) {
      const histogram = createHistogram({ name, help, labels, buckets })
      histograms.push(histogram)
      return histogram.series
    },
    text: async () =>
      [await registry.metrics(), ...histograms.map((histogram) => histogram.text())].join('\n'),
    start: async () => void loop.enable(),
    stop: async () => void loop.disable(),
  }

  metrics.counted(
    { name: 'process_cpu_seconds_total', help: 'Processor time of this process, its threads included.' },
    () => {
      const { user, system } = process.cpuUsage()
      return [[{}, (user + system) / 1e6]]
    },
  )
  metrics.gauge({ name: 'process_resident_memory_bytes', help: 'Memory that this process holds.' }, () => [
    [{}, process.memoryUsage.rss()],
  ])
  metrics.gauge({ name: 'headgate_up_seconds', help: 'How long this process has run.' }, () => [
    [{}, performance.now() / 1000],
  ])
  metrics.gauge(
    {
      name: 'headgate_event_loop_wait_seconds',
      help: 'What a turn of the event loop waited beyond its time since the last look: median, 99th per cent, longest.',
      labels: ['quantile'],
    },
    () => {
      const waited = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / 1e9 - SAMPLE_MS / 1000) : 0)
      const values: Values = [
        [{ quantile: '0.5' }, waited(loop.percentile(50))],
        [{ quantile: '0.99' }, waited(loop.percentile(99))],
        [{ quantile: '1' }, waited(loop.max)],
      ]
      loop.reset()
      return values
    },
  )
  return metrics
}
