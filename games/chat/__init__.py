"""Chat at a table: lines and phrases, who may write them, and who does not want to read whom."""
