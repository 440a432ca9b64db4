/** Calls of sign-up, activation, login, tokens and the signed-in user, in Djoser's shapes. */
import * as z from 'zod/mini'

export const signupBody = z.object({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  re_password: z.string(),
})
export type SignupBody = z.infer<typeof signupBody>

export const user = z.object({ id: z.int(), name: z.string(), email: z.string() })
export type User = z.infer<typeof user>
export const users = z.array(user)
export const nameBody = z.object({ name: z.optional(z.string()) })
export const deleteBody = z.object({ current_password: z.string() })

export const loginBody = z.object({ email: z.string(), password: z.string() })
export type LoginBody = z.infer<typeof loginBody>

export const tokenPair = z.object({ access: z.string(), refresh: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

export const verifyBody = z.object({ token: z.string() })
export type VerifyBody = z.infer<typeof verifyBody>
export const refreshBody = z.object({ refresh: z.string() })
export type RefreshBody = z.infer<typeof refreshBody>

export const activationBody = z.object({ uid: z.string(), token: z.string() })
export type ActivationBody = z.infer<typeof activationBody>
export const emailBody = z.object({ email: z.string() })
export type EmailBody = z.infer<typeof emailBody>

export const resetBody = z.object({
  uid: z.string(),
  token: z.string(),
  new_password: z.string(),
  re_new_password: z.string(),
})
export type ResetBody = z.infer<typeof resetBody>
export const logoutBody = z.optional(z.object({ everywhere: z.optional(z.boolean()) }))

/** `detail` for one sentence, or one list of sentences per field. */
export const authProblem = z.record(z.string(), z.unknown())

export const preferences = z.object({
  unit: z.enum(['in', 'mm']),
  theme: z.enum(['system', 'light', 'dark', 'sunlight']),
  language: z
    .enum(['device', 'en', 'fr'])
    .check(z.describe('`device`: no language chosen; pages follow the device.')),
  provider: z.boolean(),
  support_asked: z
    .boolean()
    .check(z.describe('Whether a support request of the provider is waiting for an answer.')),
})
export type Preferences = z.infer<typeof preferences>
export const preferencesPatch = z.partial(z.pick(preferences, { unit: true, theme: true, language: true }))
export type PreferencesPatch = z.infer<typeof preferencesPatch>
