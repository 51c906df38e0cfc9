/** Recovery of the entries of damaged groves. */
package org.flashgrove.salvage.grove;
