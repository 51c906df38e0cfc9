/** Maps the attributes of data files to the attributes of tables. */
package org.flashgrove.sidecar.table;
