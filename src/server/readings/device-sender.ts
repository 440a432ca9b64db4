/** Says which system a call of a device is for, by its `Authorization: Device ID:SECRET`. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../kit/problem.ts'

/** Says which controller a credential belongs to, either of a system's two. */
export type DeviceGuard = (id: string, secret: string) => Promise<{ controllerId: number } | null>

const DEVICE = /^Device ([^:\s]{1,128}):(\S{1,256})$/

export interface Senders {
  /** Before the body is read. */
  onRequest(request: FastifyRequest): Promise<void>
  controllerOf(request: FastifyRequest): number
}

export function sendersKnownTo(authenticate: DeviceGuard): Senders {
  const senders = new WeakMap<FastifyRequest, number>()
  return {
    onRequest: async (request) => {
      senders.set(request, await senderOf(request, authenticate))
    },
    controllerOf(request) {
      const controllerId = senders.get(request)
      if (controllerId === undefined) throw new Problem('not_authenticated')
      return controllerId
    },
  }
}

async function senderOf(request: FastifyRequest, authenticate: DeviceGuard): Promise<number> {
  const { authorization } = request.headers
  if (authorization === undefined) throw new Problem('not_authenticated')
  const [, id, secret] = DEVICE.exec(authorization) ?? []
  const device = id && secret ? await authenticate(id, secret) : null
  if (!device) throw new Problem('device_credentials_invalid')
  return device.controllerId
}
