/** Authenticates a device's call by its `Authorization: Device ID:SECRET`, finds its system, and counts refused bodies. */
import type { FastifyRequest } from 'fastify'
import type { DropReason } from '../../contract/connections.ts'
import type { ProblemCode } from '../../contract/errors.ts'
import type { CountDropped } from '../devices/device-link.ts'
import { problemOf } from '../kit/http-problem.ts'
import { Problem } from '../kit/problem.ts'

/** The controller of a credential, either of the system's two. */
type DeviceGuard = (id: string, secret: string) => Promise<{ controllerId: number } | null>

const DEVICE = /^Device ([^:\s]{1,128}):(\S{1,256})$/

export interface DeviceAccess {
  authenticateDevice: DeviceGuard
  countDropped: CountDropped
}

export interface Senders {
  /** Before the body is read. */
  onRequest(request: FastifyRequest): Promise<void>
  controllerOf(request: FastifyRequest): number
  /** Counts an unusable body; the response is left to the error handler. */
  errorHandler(error: unknown, request: FastifyRequest): never
}

/** Refusals after which a retry is useless. */
const DROPPED: Partial<Record<ProblemCode, DropReason>> = {
  malformed_json: 'not_json',
  unsupported_media_type: 'not_json',
  invalid_request: 'not_json',
  body_too_large: 'too_large',
  readings_malformed: 'wrong_shape',
  fields_not_understood: 'wrong_shape',
  time_unknown: 'wrong_shape',
  radio_device_unknown: 'unknown_probe',
  radio_depth_unknown: 'unknown_depth',
}

export function sendersKnownTo({ authenticateDevice, countDropped }: DeviceAccess): Senders {
  const senders = new WeakMap<FastifyRequest, number>()
  return {
    onRequest: async (request) => {
      senders.set(request, await senderOf(request, authenticateDevice))
    },
    controllerOf(request) {
      const controllerId = senders.get(request)
      if (controllerId === undefined) throw new Problem('not_authenticated')
      return controllerId
    },
    errorHandler(error, request) {
      const controllerId = senders.get(request)
      const problem = problemOf(error)
      const reason = DROPPED[problem.code]
      if (controllerId !== undefined && reason)
        countDropped(
          controllerId,
          'readings',
          reason,
          complaintOf(request) ?? problem.details.particular ?? problem.message,
        )
      throw error
    },
  }
}

/** The first schema error, as over MQTT. */
function complaintOf({ validationError }: FastifyRequest): string | undefined {
  const [issue] = validationError?.validation ?? []
  return issue && `${issue.instancePath.split('/').filter(Boolean).join('.')}: ${issue.message}`
}

async function senderOf(request: FastifyRequest, authenticate: DeviceGuard): Promise<number> {
  const { authorization } = request.headers
  if (authorization === undefined) throw new Problem('not_authenticated')
  const [, id, secret] = DEVICE.exec(authorization) ?? []
  const device = id && secret ? await authenticate(id, secret) : null
  if (!device) throw new Problem('device_credentials_invalid')
  return device.controllerId
}
