/** How receivers verify a delivery, by language. The header is the hex HMAC of the raw body. */
export const verifySnippets = {
  Node: `import { verify } from '@throughline/webhooks'

app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  const delivery = verify(request.body, request.headers, process.env.WEBHOOK_SECRET, {
    requireTimestamp: true,
  })
  response.sendStatus(200) // first answer, then work
})`,
  Python: `import hashlib, hmac

def is_genuine(body: bytes, header: str, secret: str) -> bool:
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)  # X-Service-Signature`,
  PHP: `$body = file_get_contents('php://input');
$expected = hash_hmac('sha256', $body, getenv('WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}`,
  Go: `mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
mac.Write(body)
given, _ := hex.DecodeString(r.Header.Get("X-Service-Signature"))
if !hmac.Equal(mac.Sum(nil), given) {
    w.WriteHeader(http.StatusUnauthorized)
    return
}`,
  Ruby: `expected = OpenSSL::HMAC.hexdigest('SHA256', ENV['WEBHOOK_SECRET'], request.raw_post)
given = request.headers['X-Service-Signature'].to_s
head :unauthorized unless ActiveSupport::SecurityUtils.secure_compare(expected, given)`,
} as const
