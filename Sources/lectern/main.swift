runLectern()
