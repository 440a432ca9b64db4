/** Numbers of this process for a monitoring system, in the text of Prometheus. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Values by the label's values; one without labels is `[{}, value]`. */
type Values = [labels: Record<string, string>, value: number][]

interface Described<L extends string> {
  name: string
  help: string
  labels?: readonly L[]
}

export interface Metrics {
  /** A value that is asked for at each look; left out where the asking fails. */
  gauge<L extends string>(described: Described<L>, ask: () => Values | Promise<Values>): void
  /** The same for one that somebody else counts. */
  counted<L extends string>(described: Described<L>, ask: () => Values): void
  /** @returns what counts one more */
  counter<L extends string>(described: Described<L>): (labels: Record<L, string>, by?: number) => void
  /** @returns what notes how many seconds something took */
  seconds<L extends string>(
    described: Described<L> & { buckets: number[] },
  ): (labels: Record<L, string>, seconds: number) => void
  /** Everything, as Prometheus reads it. */
  text(): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
}

/** How finely the wait of the event loop is sampled: every sample costs a little. */
const SAMPLE_MS = 20

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
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
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers })
      return (of, seconds) => histogram.observe(of, seconds)
    },
    text: () => registry.metrics(),
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
