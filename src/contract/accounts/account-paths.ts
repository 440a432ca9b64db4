/** Paths of the account calls, separate from their schemas to keep the bundle of Sign In small. */
/** Both slash forms are served. */
export const accountPaths = {
  users: '/auth/users/',
  me: '/auth/users/me/',
  activation: '/auth/users/activation/',
  resendActivation: '/auth/users/resend_activation/',
  resetPassword: '/auth/users/reset_password/',
  resetPasswordConfirm: '/auth/users/reset_password_confirm/',
  create: '/auth/jwt/create/',
  verify: '/auth/jwt/verify/',
  refresh: '/auth/jwt/refresh/',
  logout: '/auth/logout/',
  preferences: '/api/preferences/',
} as const
