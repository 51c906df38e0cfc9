/** Content of the out-of-band areas of raw flash pages. */
package org.flashgrove.rawflash.oob;
