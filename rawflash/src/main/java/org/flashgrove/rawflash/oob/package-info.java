/** What pages of raw flash say of themselves in their out-of-band areas. */
package org.flashgrove.rawflash.oob;
