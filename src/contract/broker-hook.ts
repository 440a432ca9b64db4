/** Schemas of the authorisation hook for external brokers, in the formats of EMQX and mosquitto-go-auth. */
import { z } from 'zod'

export const brokerHookPaths = { auth: '/api/broker/auth/', acl: '/api/broker/acl/' } as const

const clientFields = { username: z.string().max(200).default(''), clientid: z.string().max(200).nullish() }

export const brokerAuthBody = z.object({ ...clientFields, password: z.string().max(1000).nullish() })

/** EMQX names the action; mosquitto-go-auth has 1 for read, 2 for write, 3 for both, 4 for subscribe. */
export const brokerAclBody = z.object({
  ...clientFields,
  topic: z.string().max(65_535),
  action: z.enum(['publish', 'subscribe', 'all']).optional(),
  acc: z.int().min(1).max(4).optional(),
})

/** The first for EMQX, the others for mosquitto-go-auth; a refusal is an answer too, or EMQX would try its next authoriser. */
export const brokerHookAnswer = z.object({
  result: z.enum(['allow', 'deny']),
  Ok: z.boolean(),
  Error: z.string(),
})

export const brokerHookQuery = z.object({ secret: z.string().max(1000).optional() })
