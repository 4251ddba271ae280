// Fakes and fixtures that tests share.
