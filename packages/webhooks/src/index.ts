export { WebhookVerificationError, type WebhookVerificationCode } from './verification-error.js'
export type { WebhookHeaders } from './headers.js'
export type { InstallAttributedPayload } from './payload.js'
export { verifyServiceSignature } from './service-signature.js'
export {
  verifyStandardWebhook,
  type StandardWebhook,
  type StandardWebhookOptions,
} from './standard-webhook.js'
export {
  verify,
  type DeliveryTrigger,
  type ServiceDelivery,
  type TimestampedDelivery,
  type VerifiedDelivery,
  type VerifyOptions,
} from './verify.js'
