/** Validation of the account forms before anything is sent. */
import * as z from 'zod/mini'
import { text } from './account.text.ts'
import { emailError, passwordError } from './credentials.ts'

/** A string that passes the check; `errorCode` returns the code of the problem, or null. */
const without = (errorCode: (text: string) => string | null) =>
  z.check<string>((payload) => {
    const message = errorCode(payload.value)
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const emailAddress = z.string().check(z.trim(), without(emailError))

const password = z.string().check(without(passwordError))

/** The first error of each field, by its name. */
export function errorsByField(error: z.core.$ZodError): Record<string, string> {
  const messages = error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  return Object.fromEntries(messages.toReversed())
}

/** Asks for an email address: resend the activation, or reset the password. */
export const emailForm = z.object({ email: emailAddress })

export const newPasswordForm = z.object({ new_password: password, re_new_password: password }).check(
  z.refine((form) => form.new_password === form.re_new_password, {
    error: text.passwordsDiffer,
    path: ['re_new_password'],
  }),
)

export const signupForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, text.nameMissing)),
    email: emailAddress,
    password,
    re_password: password,
    terms: z.boolean().check(z.refine((agreed) => agreed, text.termsNotAgreed)),
  })
  .check(
    z.refine((form) => form.password === form.re_password, {
      error: text.passwordsDiffer,
      path: ['re_password'],
    }),
  )
export type SignupForm = z.infer<typeof signupForm>
