package org.flashgrove.datasets.geopackage;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.flashgrove.datasets.row.EncodedBytes;

/** Iterator over rows of a feature table. Columns are counted from 1. */
interface TableRows {
  /** Moves to the next row. Returns false at the end. */
  boolean next() throws SQLException;

  /** Returns the position of the current row in the table, from 1. */
  long number();

  /** Returns a value of the current row, or null. */
  Object value(int column) throws SQLException;

  /** Returns a value of the current row as an integer. */
  long integer(int column) throws SQLException;

  /** Returns a value of the current row as bytes, or null. */
  byte[] bytes(int column) throws SQLException;

  /** Returns all rows of a table. */
  static TableRows all(FeatureTable table) {
    ResultSet rows = table.all();
    return new TableRows() {
      private long number;

      @Override
      public boolean next() throws SQLException {
        boolean isThere = rows.next();
        number += isThere ? 1 : 0;
        return isThere;
      }

      @Override
      public long number() {
        return number;
      }

      @Override
      public Object value(int column) throws SQLException {
        return rows.getObject(column);
      }

      @Override
      public long integer(int column) throws SQLException {
        return rows.getLong(column);
      }

      @Override
      public byte[] bytes(int column) throws SQLException {
        return rows.getBytes(column);
      }
    };
  }

  /** Returns an encoding of all values of the current row. */
  default byte[] encoded(int columnCount) throws SQLException {
    return EncodedBytes.of(
        out -> {
          for (int column = 1; column <= columnCount; column++) {
            Object value = value(column);
            if (value == null) {
              out.writeByte(0);
            } else if (value instanceof Double real) {
              out.writeByte(1);
              out.writeDouble(real);
            } else if (value instanceof Number whole) {
              out.writeByte(2);
              out.writeLong(whole.longValue());
            } else {
              boolean isBytes = value instanceof byte[];
              byte[] own =
                  isBytes ? (byte[]) value : value.toString().getBytes(StandardCharsets.UTF_8);
              out.writeByte(isBytes ? 3 : 4);
              out.writeInt(own.length);
              out.write(own);
            }
          }
        });
  }
}
