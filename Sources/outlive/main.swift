print("outlive")
