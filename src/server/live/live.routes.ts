/** HTTP route of the event stream: server-sent events of the user's systems. */
import { z } from 'zod'
import { livePaths } from '../../contract/live.ts'
import { type Guard, requesterOf } from '../accounts/sessions/guard.ts'
import { callsOf, type Http, refusals } from '../kit/http.ts'
import { Problem } from '../kit/problem.ts'
import { openEventStream } from './event-stream.ts'
import type { Live } from './live.service.ts'

const { call } = callsOf('live')

/** Keepalive interval; a browser that receives nothing for twice as long reports it. */
export const PING_MS = 8000
/** Number of keepalives between checks of the session. */
const BEATS_A_CHECK = 2

export function liveRoutes(app: Http, live: Live, guard: Guard): void {
  // an open stream is a running request, for which the shutdown would wait
  app.addHook('preClose', async () => live.closeAll())

  app.get(
    livePaths.events,
    {
      ...call(guard.signedIn, 'What happens to my systems, as server-sent events', {
        description:
          'Events: telemetry, link, delivery, readings, map, system. Ends with the credential; come back with a new one.',
        produces: ['text/event-stream'],
        response: { 200: z.any(), ...refusals(401, 429) },
      }),
      compress: false,
      // a HEAD request would open a stream that nobody reads
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const stream = openEventStream()
      let beats = 0
      const beat = async () => {
        beats += 1
        if (beats % BEATS_A_CHECK > 0) return stream.ping()
        try {
          await guard.signedIn(request, reply)
          stream.ping()
        } catch (error) {
          // a short database outage does not end the stream; an ended session does
          if (error instanceof Problem) stream.close()
        }
      }
      const timer = setInterval(() => void beat(), PING_MS)
      stream.onClose(() => clearInterval(timer))
      await live.join(requesterOf(request), stream).catch((error: unknown) => {
        stream.body.destroy()
        throw error
      })
      return reply
        .header('content-type', 'text/event-stream')
        .header('x-accel-buffering', 'no')
        .send(stream.body)
    },
  )
}
