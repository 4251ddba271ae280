import Cloud

extension HTTPResponse {
  /// The answer as HTTP/1.1 writes it.
  ///
  /// - Parameter isHead: the request was HEAD: the length is told, the body left out.
  func wireBytes(isHead: Bool, keepsOpen: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason)\r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    if status >= 200, status != 204, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    if !keepsOpen { text += "Connection: close\r\n" }
    text += "\r\n"
    return Array(text.utf8) + (isHead || status == 204 || status == 304 ? [] : body)
  }

  private var reason: String {
    switch status {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 206: "Partial Content"
    case 300: "Multiple Choices"
    case 302: "Found"
    case 303: "See Other"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 416: "Requested Range Not Satisfiable"
    case 422: "Unprocessable Entity"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: status < 400 ? "OK" : "Error"
    }
  }
}
